import type {
  AccountRef,
  DynamicRouting,
  Json,
  RoutingFacts,
  RoutingSettings,
  StraightThrough,
} from '@payorch/contracts';
import { scoreFactKeys } from '@payorch/contracts';
import { isZero, minorUnitsToJson } from '@payorch/kernel';
import type { NeededFacts, RuleKey } from '@payorch/routing-rules';
import { algorithmNeeds, collectFacts, compiledOnce, countryNameOf, noFacts, typeFactOf } from '@payorch/routing-rules';
import { chargeableToken } from '../../../payment-methods/domain/method';
import type { Attempt } from '../attempts/attempt';
import { discoveryOf } from '../method/chosen-method';
import { mandateOf } from '../method/saved-payment-method';
import { netAmount, type Payment } from '../payment';
import { billingOf } from './billing';
import { objectOf, textOf } from './json-values';

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
  if (payment.terms.updatedMandate !== null) return 'update_mandate';
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
  mandate_acceptance_type: ({ payment }) => textOf(payment.terms.acceptance?.['acceptance_type']),
  mandate_type: ({ payment }) => payment.mandateTerms?.use,
  payment_type: paymentTypeOf,
  transaction_initiator: ({ payment }) =>
    payment.recurring !== null && payment.terms.isOffSession ? 'merchant' : 'customer',
  billing_country: billingCountryOf,
  business_country: ({ payment }) => countryOf(payment.terms.businessCountry),
  business_label: ({ payment }) => payment.terms.businessLabel,
  issuer_name: ({ attempt }) => attempt.method?.card?.facts?.issuer,
  issuer_country: ({ attempt }) => countryOf(attempt.method?.card?.facts?.issuingCountryCode ?? undefined),
  customer_device_platform: devicePlatformOf,
  customer_device_type: deviceTypeOf,
  customer_device_display_size: displaySizeOf,
};

const isFact = (key: RuleKey): key is keyof typeof facts => Object.hasOwn(facts, key);

/**
 * The values of the payment that rules and scores compare, and no others; undefined where the payment has none of them. They
 * follow from the payment and its attempt alone.
 */
export function routingFactsOf(payment: Payment, attempt: Attempt, needs: NeededFacts): RoutingFacts | undefined {
  const routed = { payment, attempt };
  return collectFacts(needs, (key) => (isFact(key) ? facts[key](routed) : undefined), payment.terms.metadata);
}

const keysOfScores = compiledOnce(({ successBased, elimination }: DynamicRouting): NeededFacts['keys'] => {
  const configs = [successBased, elimination].filter((config) => config && config.feature !== 'none');
  return new Set(configs.flatMap((config) => config?.params ?? []).flatMap((param) => scoreFactKeys[param]));
});

/** The facts by which the scores of a profile are kept. */
export const needsOfScores = ({ dynamic }: Pick<RoutingSettings, 'dynamic'>): NeededFacts =>
  dynamic ? { keys: keysOfScores(dynamic), metadata: noFacts.metadata } : noFacts;

/** What the choice of an attempt's account depends on. */
export interface RoutedBy {
  readonly straightThrough: StraightThrough | null;
  readonly credentials: AccountRef | null;
  /** Undefined: nothing is set for the profile. */
  readonly routing: RoutingSettings | undefined;
}

/** The facts by which the attempt is routed. Accounts that the request names are compared with none. */
export function routingNeedsOf({ straightThrough, credentials, routing }: RoutedBy): NeededFacts {
  if (credentials || straightThrough?.kind === 'connectors' || straightThrough?.kind === 'accounts') return noFacts;
  const ofAlgorithm = algorithmNeeds({ straightThrough, active: routing?.payment.active });
  const dynamic = routing?.dynamic;
  return dynamic ? { ...ofAlgorithm, keys: new Set([...ofAlgorithm.keys, ...keysOfScores(dynamic)]) } : ofAlgorithm;
}

/** What the attempt is routed by, as it is when it is first sent: a repeated request has the same. */
export function routedBy(
  payment: Payment,
  attempt: Attempt,
  { straightThrough, routing }: Pick<RoutedBy, 'straightThrough' | 'routing'>,
): Pick<Attempt, 'routingVersion' | 'routingFacts'> {
  const needs = routingNeedsOf({ straightThrough, credentials: payment.credentials, routing });
  const routingFacts = routingFactsOf(payment, attempt, needs);
  return { ...(routing && { routingVersion: routing.accountVersion }), ...(routingFacts && { routingFacts }) };
}
