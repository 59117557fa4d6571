import type { ChoosableMethod, JsonObject, ShownSurcharge } from '@payorch/contracts';
import { bankNamesView } from './bank-names';
import type { EligibleType } from './eligible-types';
import { type RequiredFieldContext, requiredFieldsView } from './required-fields';

export const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
};

/** The connectors in routing's default order; two accounts of one connector are one connector to a checkout. */
export const connectorsOf = (types: readonly EligibleType[]): readonly string[] => [
  ...new Set(types.map(({ connector }) => connector)),
];

type ListedExperience = {
  readonly payment_experience_type: string;
  readonly eligible_connectors: readonly string[];
};

export function experiencesView(types: readonly EligibleType[]): readonly ListedExperience[] | null {
  const withExperience = types.flatMap(({ experience, connector }) => (experience ? [{ experience, connector }] : []));
  if (withExperience.length === 0) return null;
  const groups = [...groupBy(withExperience, ({ experience }) => experience)];
  return groups.map(([experience, at]) => ({
    payment_experience_type: experience,
    eligible_connectors: [...new Set(at.map(({ connector }) => connector))],
  }));
}

type ListedNetwork = {
  readonly card_network: string;
  readonly surcharge_details: ShownSurcharge;
  readonly eligible_connectors: readonly string[];
};

type SurchargeOf = (method: ChoosableMethod) => ShownSurcharge;

export function networksView(
  types: readonly EligibleType[],
  surchargeOf: (cardNetwork: string) => ShownSurcharge = () => null,
): readonly ListedNetwork[] {
  const networks = [...new Set(types.flatMap((type) => type.networks))];
  return networks.map((network) => ({
    card_network: network,
    surcharge_details: surchargeOf(network),
    eligible_connectors: connectorsOf(types.filter((type) => type.networks.includes(network))),
  }));
}

interface TypeContext extends RequiredFieldContext {
  readonly surchargeOf: SurchargeOf;
}

function typeView(types: readonly EligibleType[], { surchargeOf, ...context }: TypeContext): JsonObject {
  const { paymentMethod, paymentMethodType } = types[0]!;
  const isCard = paymentMethod === 'card';
  const ofNetwork = (cardNetwork: string | null) => surchargeOf({ paymentMethod, paymentMethodType, cardNetwork });
  const connectors = connectorsOf(types);
  return {
    payment_method_type: paymentMethodType,
    payment_experience: experiencesView(types),
    card_networks: isCard ? networksView(types, ofNetwork) : null,
    bank_names: paymentMethod === 'bank_redirect' ? bankNamesView(paymentMethodType, connectors) : null,
    bank_debits: paymentMethod === 'bank_debit' ? { eligible_connectors: connectors } : null,
    bank_transfers: paymentMethod === 'bank_transfer' ? { eligible_connectors: connectors } : null,
    required_fields: requiredFieldsView(types, context),
    // Of a card, the network decides.
    surcharge_details: isCard ? null : ofNetwork(null),
    pm_auth_connector: null,
  };
}

/** The accounts' types by payment method and type: never empty ones. */
export const sameTypes = (eligible: readonly EligibleType[]): readonly (readonly EligibleType[])[] => [
  ...groupBy(eligible, ({ paymentMethod, paymentMethodType: type }) => `${paymentMethod} ${type}`).values(),
];

/** The `payment_methods` of a list: one entry for each payment method and type, of all accounts together. */
export function methodsView(
  eligible: readonly EligibleType[],
  { limit, ...context }: TypeContext & { readonly limit: number | null },
): readonly JsonObject[] {
  const types = sameTypes(eligible);
  const listed = limit === null ? types : types.slice(0, limit);
  return [...groupBy(listed, ([first]) => first!.paymentMethod)].map(([paymentMethod, ofMethod]) => ({
    payment_method: paymentMethod,
    payment_method_types: ofMethod.map((same) => typeView(same, context)),
  }));
}
