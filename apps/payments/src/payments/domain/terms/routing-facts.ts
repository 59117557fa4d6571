import type { Json, RoutingFacts } from '@payorch/contracts';
import { isZero, minorUnitsToJson } from '@payorch/kernel';
import { countryNameOf, limits, type NeededFacts, type RuleKey, typeFactOf } from '@payorch/routing-rules';
import { chargeableToken } from '../../../payment-methods/domain/method';
import type { Attempt } from '../attempt';
import { discoveryOf } from '../method/chosen-method';
import { updatedMandateOf } from '../method/mandate-update';
import { acceptanceOf, mandateOf } from '../method/saved-payment-method';
import { netAmount, type Payment } from '../payment';
import { billingOf } from './billing';
import { objectOf, textOf } from './json-values';
import { isOffSession } from './typed-details';

/** A payment with the attempt that is to be routed. */
interface Routed {
  readonly payment: Payment;
  readonly attempt: Attempt;
}

type Fact = (routed: Routed) => string | number | null | undefined;

/** The payment method's type, where the key is the one that rules compare it by. */
const typeAs =
  (key: RuleKey): Fact =>
  ({ attempt: { method } }) => {
    if (!method?.paymentMethodType) return undefined;
    const { paymentMethod, paymentMethodType } = method;
    const [typeKey, value] = typeFactOf(paymentMethod, paymentMethodType) ?? [];
    return typeKey === key ? value : undefined;
  };

const isCardType = (type: string | null | undefined): boolean => type === 'credit' || type === 'debit';

/** As the request names it, else by the table of card ranges. */
function cardTypeOf({ attempt: { method } }: Routed): string | null | undefined {
  if (method?.paymentMethod !== 'card') return undefined;
  return [method.paymentMethodType, method.card?.facts?.type?.toLowerCase()].find(isCardType);
}

const countryOf = (alpha2: Json | undefined): string | undefined =>
  typeof alpha2 === 'string' ? countryNameOf(alpha2) : undefined;

const billingCountryOf = ({ payment, attempt }: Routed): string | undefined =>
  countryOf(objectOf(billingOf(payment, attempt)?.['address'])?.['country']);

/** What the payment does with a mandate. */
function paymentTypeOf({ payment }: Routed): string {
  const { recurring } = payment;
  if (recurring) {
    const isOfProcessor = recurring.paymentMethodId === null && recurring.reference.mandateReference !== null;
    return isOfProcessor ? 'ppt_mandate' : 'non_mandate';
  }
  if (updatedMandateOf(payment) !== null) return 'update_mandate';
  if (mandateOf(payment).kind !== 'store') return 'non_mandate';
  return isZero(netAmount(payment)) ? 'setup_mandate' : 'new_mandate';
}

const browserText = ({ payment: { browserInfo } }: Routed, name: string): string => textOf(browserInfo?.[name]) ?? '';

/** By the operating system that the customer's browser or app names. */
function devicePlatformOf(routed: Routed): string | undefined {
  const system = browserText(routed, 'os_type');
  if (/^android/i.test(system)) return 'android';
  if (/^(ios|ipados)/i.test(system)) return 'ios';
  return system !== '' || browserText(routed, 'user_agent') !== '' ? 'web' : undefined;
}

function deviceTypeOf(routed: Routed): string | undefined {
  const agent = browserText(routed, 'user_agent');
  if (agent === '') return undefined;
  if (/playstation|xbox|nintendo/i.test(agent)) return 'gaming_console';
  if (/ipad|tablet|android(?!.*mobile)/i.test(agent)) return 'tablet';
  return /mobi|iphone/i.test(agent) ? 'mobile' : 'desktop';
}

function displaySizeOf({ payment: { browserInfo } }: Routed): string | undefined {
  const [width, height] = [browserInfo?.['screen_width'], browserInfo?.['screen_height']];
  return typeof width === 'number' && typeof height === 'number' ? `size${width}x${height}` : undefined;
}

/** A rule is about the token where the payment method is one, or where processors get one in place of the card's number. */
const networkTokenOf = ({ attempt: { method, byNumber } }: Routed): string | undefined =>
  method && (method.paymentMethod === 'network_token' || (!byNumber && chargeableToken(method) !== null))
    ? 'network_token'
    : undefined;

/**
 * What each key of the rule language means for a payment; undefined or null: the payment has no such value, and no comparison with it
 * holds. The values of an acquirer are the profile's, not the payment's.
 */
const facts: { readonly [Key in Exclude<RuleKey, 'metadata' | 'acquirer_country' | 'acquirer_fraud_rate'>]: Fact } = {
  payment_method: ({ attempt }) => attempt.method?.paymentMethod,
  card_bin: ({ attempt }) => attempt.method?.card?.bin,
  extended_card_bin: ({ attempt }) => attempt.method?.card?.extendedBin,
  card_type: cardTypeOf,
  card_network: ({ attempt }) => attempt.method?.card?.network,
  card_redirect: typeAs('card_redirect'),
  pay_later: typeAs('pay_later'),
  wallet: typeAs('wallet'),
  bank_redirect: typeAs('bank_redirect'),
  bank_transfer: typeAs('bank_transfer'),
  bank_debit: typeAs('bank_debit'),
  crypto: typeAs('crypto'),
  reward: typeAs('reward'),
  real_time_payment: typeAs('real_time_payment'),
  upi: typeAs('upi'),
  voucher: typeAs('voucher'),
  gift_card: typeAs('gift_card'),
  open_banking: typeAs('open_banking'),
  mobile_payment: typeAs('mobile_payment'),
  network_token: networkTokenOf,
  card_discovery: ({ payment, attempt }) => discoveryOf(payment, attempt),
  amount: ({ payment }) => minorUnitsToJson(netAmount(payment).amount),
  currency: ({ payment }) => payment.money.currency,
  authentication_type: ({ payment }) => payment.authenticationType ?? 'no_three_ds',
  capture_method: ({ payment }) => payment.captureMethod ?? 'automatic',
  setup_future_usage: ({ payment }) => payment.setupFutureUsage,
  mandate_acceptance_type: ({ payment }) => textOf(acceptanceOf(payment)?.['acceptance_type']),
  mandate_type: ({ payment }) => payment.mandateTerms?.use,
  payment_type: paymentTypeOf,
  transaction_initiator: ({ payment }) =>
    payment.recurring !== null && isOffSession(payment) ? 'merchant' : 'customer',
  billing_country: billingCountryOf,
  business_country: ({ payment }) => countryOf(payment.details['business_country']),
  business_label: ({ payment }) => textOf(payment.details['business_label']),
  issuer_name: ({ attempt }) => attempt.method?.card?.facts?.issuer,
  issuer_country: ({ attempt }) => countryOf(attempt.method?.card?.facts?.issuingCountryCode ?? undefined),
  customer_device_platform: devicePlatformOf,
  customer_device_type: deviceTypeOf,
  customer_device_display_size: displaySizeOf,
};

const isFact = (key: RuleKey): key is keyof typeof facts => Object.hasOwn(facts, key);

/** A longer value is stored cut: no text of a rule is as long, so no comparison comes out otherwise. */
const longestText = limits.metadataValueLength + 1;

/** The keys of the metadata that rules name, those with a text, a number or a truth value. */
function metadataOf({ payment }: Routed, names: ReadonlySet<string>): Record<string, string> | undefined {
  const sent = objectOf(payment.details['metadata']);
  const named = [...names].flatMap((name): [string, string][] => {
    const value = sent && Object.hasOwn(sent, name) ? sent[name] : undefined;
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isPlain ? [[name, String(value).slice(0, longestText)]] : [];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/**
 * The values of the payment that rules and scores compare, and no others; undefined where the payment has none of them. They
 * follow from the payment and its attempt alone.
 */
export function routingFactsOf(payment: Payment, attempt: Attempt, needs: NeededFacts): RoutingFacts | undefined {
  const routed = { payment, attempt };
  const values: Record<string, string | number> = {};
  for (const key of needs.keys) {
    const value = isFact(key) ? facts[key](routed) : undefined;
    if (value !== undefined && value !== null)
      values[key] = typeof value === 'string' ? value.slice(0, longestText) : value;
  }
  const metadata = metadataOf(routed, needs.metadata);
  if (Object.keys(values).length === 0 && metadata === undefined) return undefined;
  return { values, ...(metadata && { metadata }) };
}
