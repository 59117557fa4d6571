import type { Json, JsonObject } from '@payorch/contracts';
import {
  bankNamesView,
  type Checkout,
  connectorsOf,
  type EligibleType,
  experiencesView,
  groupBy,
  type ListedProfile,
  networksView,
  sameTypes,
} from '../../payment-method-list';

/** One value of what a customer chooses, and the connectors that take it. */
type Rule = { readonly criteria_value: string | null; readonly eligible_connectors: readonly string[] };

interface Criteria {
  readonly name: 'card_network' | 'bank_name' | 'payment_experience' | null;
  readonly rules: readonly Rule[];
}

/** A bank that several entries name has the connectors of all of them. */
function bankRules(type: string, connectors: readonly string[]): readonly Rule[] {
  const pairs = bankNamesView(type, connectors).flatMap(({ bank_name, eligible_connectors }) =>
    bank_name.map((bank) => ({ bank, eligible_connectors })),
  );
  return [...groupBy(pairs, ({ bank }) => bank)].map(([bank, same]) => ({
    criteria_value: bank,
    eligible_connectors: [...new Set(same.flatMap((one) => one.eligible_connectors))],
  }));
}

function criteriaOf(types: readonly EligibleType[]): Criteria {
  const { paymentMethod, paymentMethodType } = types[0]!;
  const connectors = connectorsOf(types);
  if (paymentMethod === 'card') {
    const networks = networksView(types);
    const rules = networks.map((one) => ({
      criteria_value: one.card_network,
      eligible_connectors: one.eligible_connectors,
    }));
    return { name: 'card_network', rules };
  }
  const banks = paymentMethod === 'bank_redirect' ? bankRules(paymentMethodType, connectors) : [];
  if (banks.length > 0) return { name: 'bank_name', rules: banks };
  const experiences = experiencesView(types);
  if (!experiences) return { name: null, rules: [{ criteria_value: null, eligible_connectors: connectors }] };
  const rules = experiences.map((one) => ({
    criteria_value: one.payment_experience_type,
    eligible_connectors: one.eligible_connectors,
  }));
  return { name: 'payment_experience', rules };
}

function typeView(types: readonly EligibleType[]): JsonObject {
  const { name, rules } = criteriaOf(types);
  return {
    payment_method_type: types[0]!.paymentMethodType,
    payment_method_criteria: name,
    criteria_rules: rules,
  };
}

const methodsView = (types: readonly EligibleType[]): Json =>
  [...groupBy(sameTypes(types), ([first]) => first!.paymentMethod)].map(([paymentMethod, ofMethod]) => ({
    payment_method: paymentMethod,
    payment_method_types: ofMethod.map(typeView),
  }));

/** Nothing is tokenized by the SDK: the gateway seals cards itself. */
const profileView = (profile: ListedProfile | undefined): JsonObject => ({
  collect_shipping_details_from_wallet_connector: profile?.collectsShipping ?? false,
  collect_billing_details_from_wallet_connector: profile?.collectsBilling ?? false,
  always_collect_billing_details_from_wallet_connector: profile?.alwaysCollectsBilling ?? false,
  always_collect_shipping_details_from_wallet_connector: profile?.alwaysCollectsShipping ?? false,
  vaulting_action: 'skip',
});

/** The settings that a client SDK resolves by itself. Empty raw settings: the SDK asks for the fields of the payment method. */
export const sdkConfigView = (
  { payment: { profileId }, profile, organizationId, types }: Checkout,
  merchantId: string,
): JsonObject => ({
  raw_configs: { contexts: [], overrides: {}, default_configs: {}, dimensions: {} },
  resolved_configs: null,
  context_used: {
    profile_id: profileId,
    merchant_id: merchantId,
    organization_id: organizationId,
    connector: connectorsOf(types),
  },
  payment_methods: methodsView(types),
  account_config: { profile: profileView(profile) },
});
