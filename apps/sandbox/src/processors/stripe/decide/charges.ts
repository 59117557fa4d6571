import { effectOf, newObject, nulls, pick, secondsOf } from '../../../kit/objects/decision';
import type { Decline } from '../cards/test-cards';
import type { StripeError } from '../errors';
import type { Charge, ImportedAuthentication, Intent, PaymentMethod } from '../objects/records';
import type { Json } from '../objects/fields';
import { importedAuthentication } from '../params/intent-params';
import { becomesDebit } from '../payment-method-types';
import type { Events, StripeDecision } from './decision';
import { decided } from './decision';
import { disputesOfCard } from './disputes';
import type { Attempt } from './intents';
import { requirePaymentMethod } from './intents';
import { generatedDebit } from './payment-methods';

type Payment = Attempt<Intent>;

const daySeconds = 86_400;
const authorizationSeconds = { usual: 7 * daySeconds, extended: 30 * daySeconds } as const;

/** The networks with extended authorizations (docs.stripe.com/payments/extended-authorization). */
const extendingBrands: ReadonlySet<string> = new Set(['amex', 'discover', 'mastercard', 'visa']);
/** The networks on which the sandbox permits captures above the authorized amount (docs.stripe.com/payments/overcapture). */
const overcapturingBrands: ReadonlySet<string> = new Set(['amex', 'discover', 'visa']);
const overcapturePercent = 120;

/** The most that can be captured of a charge. The percentage is the sandbox's own: at Stripe it depends on network and trade. */
export const maximumCapturable = ({ amount, overcapture = false }: Pick<Charge, 'amount' | 'overcapture'>): number =>
  overcapture ? Math.floor((amount * overcapturePercent) / 100) : amount;

const approved: Json = {
  ...nulls('advice_code', 'network_advice_code', 'network_decline_code', 'reason'),
  network_status: 'approved_by_network',
  risk_level: 'normal',
  risk_score: 24,
  seller_message: 'Payment complete.',
  type: 'authorized',
};
const blocked: Json = {
  ...approved,
  network_status: 'not_sent_to_network',
  reason: 'highest_risk_level',
  risk_level: 'highest',
  risk_score: 92,
  seller_message: 'Stripe blocked this payment as too risky.',
  type: 'blocked',
};
const declinedBy = ({ code, declineCode, networkCode, adviceCode }: Decline): Json => ({
  ...approved,
  advice_code: adviceCode ?? null,
  network_decline_code: networkCode ?? null,
  network_status: 'declined_by_network',
  reason: declineCode ?? code,
  seller_message: 'The bank did not return any further details with this decline.',
  type: 'issuer_declined',
});

/** The authentication outside Stripe that the request brought: Stripe does not authenticate the customer again. */
export const importedIn = ({ methodOptions }: Intent): ImportedAuthentication | undefined =>
  importedAuthentication.safeParse(methodOptions['card']?.['three_d_secure']).data;

/** What the request asked of the authorization, as far as the network allows it; some only with a manual capture. */
function authorizationOf({ methodOptions, capture_method }: Intent, { type, card }: PaymentMethod) {
  const isRequested = (option: string) => methodOptions[type]?.[`request_${option}`] === 'if_available';
  const isPossible = (option: string, brands: ReadonlySet<string>) =>
    capture_method === 'manual' && isRequested(option) && brands.has(card?.brand ?? '');
  return {
    incremental: isRequested('incremental_authorization'),
    multicapture: isRequested('multicapture'),
    overcapture: isPossible('overcapture', overcapturingBrands),
    extended: isPossible('extended_authorization', extendingBrands),
  };
}

const newCharge = { amount_captured: 0, amount_refunded: 0, captured: false, ...nulls('captureBefore') };
const noOutcome = nulls('outcome', 'failure_code', 'failure_message');

/** The charge of this attempt: the pending one, or a new one. */
function chargeOf({ intent, method, context }: Payment, authenticated = false): Charge {
  const { latest_charge: latest } = intent;
  const open = latest === null ? undefined : context.objects.find('charge', context.account, latest);
  if (open?.status === 'pending') return open;
  const imported = importedIn(intent);
  return {
    ...newObject('charge', 'ch', context),
    ...newCharge,
    ...noOutcome,
    ...pick(intent, 'account', 'amount', 'currency', 'customer', 'description', 'metadata', 'shipping', 'split'),
    ...pick(intent, 'receipt_email', 'statement_descriptor', 'statement_descriptor_suffix', 'transfer_group'),
    ...authorizationOf(intent, method),
    status: 'pending',
    payment_intent: intent.id,
    payment_method: method.id,
    billing_details: method.billing_details,
    authenticated,
    ...(imported && { imported }),
  };
}

const savesMethod = ({ setup_future_usage, customer }: Intent): boolean =>
  setup_future_usage !== null && customer !== null;

/** A payment method that paid is saved for the customer, or is consumed. */
function usedMethod(intent: Intent, method: PaymentMethod): PaymentMethod {
  const saves = savesMethod(intent) && !becomesDebit(method.type);
  return {
    ...method,
    consumed: true,
    customer: saves ? intent.customer : method.customer,
    setUp: method.setUp || (saves && intent.setup_future_usage === 'off_session'),
  };
}

/** The event of a payment method that is saved for a customer. */
export const attachedEvent = (before: PaymentMethod, after: PaymentMethod): Events =>
  after.customer === before.customer ? {} : { 'payment_method.attached': after };

const closed = nulls('nextAction', 'pending', 'lastError');

/** The payment succeeds: captured, or authorized where the capture is manual. */
export function succeed(payment: Payment, authenticated = false): StripeDecision {
  const { intent, method, context } = payment;
  const { amount } = intent;
  const manual = intent.capture_method === 'manual';
  const open = chargeOf(payment, authenticated);
  const debit = generatedDebit(method, savesMethod(intent) ? intent.customer : null, context);
  const validSeconds = authorizationSeconds[open.extended ? 'extended' : 'usual'];
  const charge: Charge = {
    ...open,
    generatedDebit: debit[0]?.id ?? null,
    status: 'succeeded',
    outcome: approved,
    captured: !manual,
    amount_captured: manual ? 0 : amount,
    captureBefore: manual ? secondsOf(context.moment.nowMs) + validSeconds : null,
  };
  const paid: Intent = {
    ...intent,
    ...closed,
    status: manual ? 'requires_capture' : 'succeeded',
    amount_capturable: manual ? amount : 0,
    amount_received: manual ? 0 : amount,
    payment_method: method.id,
    latest_charge: charge.id,
  };
  const used = usedMethod(intent, method);
  const event = manual ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded';
  const events = { ...attachedEvent(method, used), 'charge.succeeded': charge, [event]: paid };
  const effect = effectOf(manual ? 'authorize' : 'charge', intent, intent);
  const disputes = disputesOfCard(charge, method.card?.trait?.dispute, context);
  return decided(paid, events, { also: [used, ...debit, ...disputes], effect });
}

/** The payment is processing; its outcome is already set. */
export function process(payment: Payment, afterMs: number, failure: string | null): StripeDecision {
  const { intent, method, context } = payment;
  const charge = chargeOf(payment);
  const status = failure === null ? 'succeeded' : 'failed';
  const processing: Intent = {
    ...intent,
    ...closed,
    status: 'processing',
    payment_method: method.id,
    latest_charge: charge.id,
    pending: { atMs: context.moment.nowMs + afterMs, status, failure },
  };
  const events = { 'charge.pending': charge, 'payment_intent.processing': processing };
  return decided(processing, events, { also: [usedMethod(intent, method)] });
}

/** The error that the caller receives for a declined card. */
export const declineError = (decline: Decline, method: PaymentMethod): StripeError => ({
  type: 'card_error',
  message: decline.message,
  code: decline.code,
  ...(decline.declineCode !== undefined && { decline_code: decline.declineCode }),
  ...(decline.code === 'incorrect_cvc' && { param: 'cvc' }),
  ...(decline.adviceCode !== undefined && { advice_code: decline.adviceCode }),
  ...(decline.networkCode !== undefined && { network_decline_code: decline.networkCode }),
  payment_method: method.id,
});

/** The issuer declines. The intent requires another payment method; the failed charge stays. */
export function declineCharge(payment: Payment, decline: Decline, authenticated = false): StripeDecision {
  const { intent, method } = payment;
  const charge: Charge = {
    ...chargeOf(payment, authenticated),
    status: 'failed',
    outcome: decline.blocked ? blocked : declinedBy(decline),
    failure_code: decline.code,
    failure_message: decline.message,
  };
  const error = { ...declineError(decline, method), charge: charge.id };
  return failPayment({ ...payment, intent: { ...intent, latest_charge: charge.id } }, error, charge);
}

/** The payment fails with this error, which also answers the call. */
export function failPayment({ intent, method }: Payment, error: StripeError, charge?: Charge): StripeDecision {
  const failed = requirePaymentMethod(intent, error);
  const events = { ...(charge && { 'charge.failed': charge }), 'payment_intent.payment_failed': failed };
  return decided(failed, events, { also: [method], refusal: { http: 402, error, about: failed.id } });
}
