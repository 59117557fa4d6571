import type { JsonObject } from '@payorch/contracts';
import {
  bankNamesView,
  type Checkout,
  connectorsOf,
  type EligibleType,
  experiencesView,
  networksView,
  sameTypes,
} from '../../payment-method-list';

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)];

/** Cards are chosen by network and bank redirects by bank; other payment methods have neither key. */
function choicesOf(types: readonly EligibleType[]): JsonObject {
  const { paymentMethod, paymentMethodType } = types[0]!;
  if (paymentMethod === 'card') return { card_networks: networksView(types).map(({ card_network }) => card_network) };
  if (paymentMethod !== 'bank_redirect') return {};
  return { bank_names: unique(bankNamesView(paymentMethodType, connectorsOf(types)).flatMap((one) => one.bank_name)) };
}

const enabledView = (types: readonly EligibleType[], collected: Checkout['collected']): JsonObject => ({
  payment_method: types[0]!.paymentMethod,
  payment_method_type: types[0]!.paymentMethodType,
  ...choicesOf(types),
  payment_experience: experiencesView(types)?.map((one) => one.payment_experience_type) ?? null,
  ...collected,
});

/** From an entry of the list of saved payment methods. */
function savedView(entry: JsonObject): JsonObject {
  const { payment_token, payment_method, payment_method_type, default_payment_method_set } = entry;
  const { requires_cvv, created, last_used_at, recurring_enabled, card, payment_method_data: data } = entry;
  return {
    payment_token: payment_token!,
    payment_method: payment_method!,
    payment_method_type: payment_method_type!,
    default_payment_method_set: default_payment_method_set!,
    requires_cvv: requires_cvv!,
    created: created!,
    last_used_at: last_used_at!,
    recurring_enabled: recurring_enabled!,
    payment_method_data: card ? { card } : (data ?? null),
  };
}

/** The payment as a client SDK draws it. `saved` are entries of the list of saved payment methods. */
export const clientView = ({ intentData, collected, types }: Checkout, saved: readonly JsonObject[]): JsonObject => ({
  payment_methods_enabled: sameTypes(types).map((same) => enabledView(same, collected)),
  customer_payment_methods: saved.map(savedView),
  sdk_next_action: { next_action: 'confirm' },
  intent_data: intentData,
});
