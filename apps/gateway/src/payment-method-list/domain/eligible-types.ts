import type { EnabledType, PaymentForMethodList, RequestedMethod } from '@payorch/contracts';
import { enables } from '@payorch/contracts';
import {
  type Capability,
  type CapabilityCriteria,
  capabilityFits,
  connectorNames,
  definitionOf,
  isAvailable,
  supportedMethods,
} from '@payorch/connectors/catalogue';
import { isZero } from '@payorch/kernel';
import type { ListedAccount } from './listing-settings';
import { type FilteredType, type MethodFilters, passes } from './method-filters';
import { defaultExperience } from './payment-experience';

/** A payment method type that one connector account can take. */
export interface EligibleType {
  readonly paymentMethod: string;
  readonly paymentMethodType: string;
  readonly connector: string;
  readonly experience: string | null;
  /** Card networks by their names in the interface; empty for any other payment method. */
  readonly networks: readonly string[];
}

export interface ListCriteria {
  /** null: whatever the payment is. */
  readonly payment: PaymentForMethodList | null;
  readonly filters: MethodFilters;
  readonly testConnectors: boolean;
}

interface EnabledMethodType {
  readonly paymentMethod: string;
  readonly type: EnabledType;
}

/** The types that the account enables. A null list, of payment methods or of types, means all that the connector supports. */
function enabledTypes({ enabled }: ListedAccount, supported: readonly SupportedType[]): readonly EnabledMethodType[] {
  const all = supported.map(({ paymentMethod, paymentMethodType }) => ({
    paymentMethod,
    type: { payment_method_type: paymentMethodType },
  }));
  if (enabled === null) return all;
  return enabled.flatMap(({ payment_method: paymentMethod, payment_method_types: types }) =>
    types ? types.map((type) => ({ paymentMethod, type })) : all.filter((one) => one.paymentMethod === paymentMethod),
  );
}

interface SupportedType {
  readonly paymentMethod: string;
  readonly paymentMethodType: string;
  readonly capabilities: Capability[];
}

/** The capabilities of a connector by payment method and type. */
function supportedTypes(connector: string): ReadonlyMap<string, SupportedType> {
  const found = new Map<string, SupportedType>();
  for (const supported of supportedMethods(definitionOf(connector) ?? { capabilities: [] })) {
    const { paymentMethod, paymentMethodType } = supported;
    const key = `${paymentMethod} ${paymentMethodType}`;
    const known = found.get(key) ?? { paymentMethod, paymentMethodType, capabilities: [] };
    known.capabilities.push(supported);
    found.set(key, known);
  }
  return found;
}

/** In the words of routing. */
const mandates = {
  normal: 'not_needed',
  new_mandate: 'set_up',
  setup_mandate: 'set_up',
  recurring_mandate: 'charge',
} as const satisfies Record<PaymentForMethodList['paymentType'], RequestedMethod['mandate']>;

/** A payment of zero does nothing but save its payment method, whatever it says: routing treats it so. */
const mandateOf = ({ paymentType, money }: PaymentForMethodList): RequestedMethod['mandate'] =>
  paymentType === 'normal' && isZero(money) ? 'set_up' : mandates[paymentType];

function fitsPayment({ paymentMethod, type, capabilities }: FilteredType, payment: PaymentForMethodList): boolean {
  const paymentMethodType = type.payment_method_type;
  if (payment.allowedTypes && !payment.allowedTypes.includes(paymentMethodType)) return false;
  const { money, country, captureMethod, splitAt, partial } = payment;
  const mandate = mandateOf(payment);
  const requested = { money, country, cardNetwork: null, mandate, paymentMethod, paymentMethodType };
  const criteria: CapabilityCriteria = {
    paymentMethod,
    paymentMethodType,
    currency: money.currency,
    country: mandate === 'charge' ? null : country,
    captureMethod: captureMethod ?? 'automatic',
    split: splitAt ?? null,
    partialAuthorization: partial === true,
    mandate: mandate !== 'not_needed',
  };
  return (
    enables([{ payment_method: paymentMethod, payment_method_types: [type] }], requested) &&
    capabilities.some((capability) => capabilityFits(capability, criteria))
  );
}

const supportedByConnector = new Map<string, ReadonlyMap<string, SupportedType>>(
  connectorNames.map((name) => [name, supportedTypes(name)]),
);

const networksOf = (
  { paymentMethod, type }: EnabledMethodType,
  capabilities: readonly Capability[],
): readonly string[] => {
  if (paymentMethod !== 'card') return [];
  const named = type.card_networks ?? [...new Set(capabilities.flatMap(({ networks }) => networks))];
  return named.filter((network) =>
    capabilities.some((capability) => capabilityFits(capability, { paymentMethod, network })),
  );
};

function eligibleAt(account: ListedAccount, { payment, filters }: ListCriteria): readonly EligibleType[] {
  const { connector } = account;
  const supported = supportedByConnector.get(connector) ?? new Map<string, SupportedType>();
  return enabledTypes(account, [...supported.values()]).flatMap((enabled) => {
    const { paymentMethod, type } = enabled;
    const paymentMethodType = type.payment_method_type;
    const capabilities = supported.get(`${paymentMethod} ${paymentMethodType}`)?.capabilities ?? [];
    const networks = networksOf(enabled, capabilities);
    const candidate = { paymentMethod, type, capabilities, networks };
    const isListed =
      capabilities.length > 0 &&
      (paymentMethod !== 'card' || networks.length > 0) &&
      (payment === null || fitsPayment(candidate, payment)) &&
      passes(candidate, filters);
    const experience = type.payment_experience ?? defaultExperience(paymentMethod, paymentMethodType);
    return isListed ? [{ paymentMethod, paymentMethodType, connector, experience, networks }] : [];
  });
}

/** What some account can take, account by account in routing's default order, by the same rules as routing chooses. */
export const eligibleTypes = (accounts: readonly ListedAccount[], criteria: ListCriteria): readonly EligibleType[] =>
  accounts
    .filter(({ connector }) => {
      const definition = definitionOf(connector);
      return definition !== undefined && isAvailable(definition, criteria.testConnectors);
    })
    .flatMap((account) => eligibleAt(account, criteria));
