import type { Effect } from '../../../kit/ledger/effect';
import type { Decline } from '../cards/traits';
import type { StripeError } from '../errors';
import { becomesDebit } from '../payment-method-types';
import type { Charge, ImportedAuthentication, Intent, Outcome, PaymentMethod } from '../objects/records';
import { importedAuthentication } from '../params/intent-params';
import type { DecisionContext, EventDraft, StripeDecision } from './decision';
import { secondsOf } from './decision';
import { generatedDebit } from './generated-debit';

const daySeconds = 86_400;
const authorizationSeconds = { usual: 7 * daySeconds, extended: 30 * daySeconds } as const;
/** The networks with extended authorizations (docs.stripe.com/payments/extended-authorization). */
const extendingBrands: ReadonlySet<string> = new Set(['amex', 'discover', 'mastercard', 'visa']);

/** The networks on which the sandbox permits overcaptures. */
const overcapturingBrands: ReadonlySet<string> = new Set(['amex', 'discover', 'visa']);

const approved: Outcome = {
  type: 'authorized',
  networkStatus: 'approved_by_network',
  reason: null,
  networkDeclineCode: null,
  adviceCode: null,
  sellerMessage: 'Payment complete.',
  riskLevel: 'normal',
};

const refusedOutcome = (decline: Decline): Outcome =>
  decline.blocked
    ? {
        type: 'blocked',
        networkStatus: 'not_sent_to_network',
        reason: 'highest_risk_level',
        networkDeclineCode: null,
        adviceCode: null,
        sellerMessage: 'Stripe blocked this payment as too risky.',
        riskLevel: 'highest',
      }
    : {
        type: 'issuer_declined',
        networkStatus: 'declined_by_network',
        reason: decline.declineCode ?? decline.code,
        networkDeclineCode: decline.networkCode ?? null,
        adviceCode: decline.adviceCode ?? null,
        sellerMessage: 'The bank did not return any further details with this decline.',
        riskLevel: 'normal',
      };

const isRequested = (intent: Intent, type: string, option: string): boolean =>
  intent.methodOptions[type]?.[option] === 'if_available';

/** Only a manual capture can have an extended authorization. */
const isExtended = (intent: Intent, { type, card }: PaymentMethod): boolean =>
  intent.captureMethod === 'manual' &&
  isRequested(intent, type, 'request_extended_authorization') &&
  extendingBrands.has(card?.brand ?? '');

/** The same for captures above the authorized amount, by network (docs.stripe.com/payments/overcapture). */
const isOvercapturable = (intent: Intent, { type, card }: PaymentMethod): boolean =>
  intent.captureMethod === 'manual' &&
  isRequested(intent, type, 'request_overcapture') &&
  overcapturingBrands.has(card?.brand ?? '');

/** The authentication outside Stripe that the request brought: Stripe does not authenticate the customer again. */
export const importedIn = ({ methodOptions }: Intent): ImportedAuthentication | undefined =>
  importedAuthentication.safeParse(methodOptions['card']?.['three_d_secure']).data;

/** The charge of this attempt: the pending one, or a new one. */
function chargeOf(intent: Intent, method: PaymentMethod, context: DecisionContext, authenticated: boolean): Charge {
  const open =
    intent.latestCharge === null ? undefined : context.objects.find('charge', context.account, intent.latestCharge);
  if (open?.status === 'pending') return open;
  const imported = importedIn(intent);
  return {
    object: 'charge',
    id: context.moment.newId('ch'),
    account: intent.account,
    created: secondsOf(context.moment.nowMs),
    status: 'pending',
    intent: intent.id,
    amount: intent.amount,
    amountCaptured: 0,
    amountRefunded: 0,
    captured: false,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    metadata: intent.metadata,
    paymentMethod: method.id,
    billing: method.billing,
    shipping: intent.shipping,
    receiptEmail: intent.receiptEmail,
    statementDescriptor: intent.statementDescriptor,
    statementDescriptorSuffix: intent.statementDescriptorSuffix,
    transferGroup: intent.transferGroup,
    outcome: null,
    failureCode: null,
    failureMessage: null,
    authenticated,
    ...(imported && { imported }),
    captureBefore: null,
    incremental: isRequested(intent, method.type, 'request_incremental_authorization'),
    multicapture: isRequested(intent, method.type, 'request_multicapture'),
    overcapture: isOvercapturable(intent, method),
    extended: isExtended(intent, method),
    ...(intent.split ? { split: intent.split } : {}),
  };
}

const savesMethod = ({ setupFutureUsage, customer }: Intent): boolean => setupFutureUsage !== null && customer !== null;

/** A payment method that paid is saved for the customer, or is consumed. */
function usedMethod(intent: Intent, method: PaymentMethod): PaymentMethod {
  const saves = savesMethod(intent) && !becomesDebit(method.type);
  return {
    ...method,
    consumed: true,
    customer: saves ? intent.customer : method.customer,
    setUp: method.setUp || (saves && intent.setupFutureUsage === 'off_session'),
  };
}

const closed = { nextAction: null, pending: null, lastError: null } as const;

/** The payment succeeds: captured, or authorized where the capture is manual. */
export function succeed(
  intent: Intent,
  method: PaymentMethod,
  context: DecisionContext,
  authenticated = false,
): StripeDecision {
  const { amount, currency, reference } = intent;
  const manual = intent.captureMethod === 'manual';
  const openCharge = chargeOf(intent, method, context, authenticated);
  const debit = generatedDebit(method, savesMethod(intent) ? intent.customer : null, context);
  const charge: Charge = {
    ...openCharge,
    generatedDebit: debit?.id ?? null,
    status: 'succeeded',
    outcome: approved,
    captured: !manual,
    amountCaptured: manual ? 0 : amount,
    captureBefore: manual
      ? secondsOf(context.moment.nowMs) + authorizationSeconds[openCharge.extended ? 'extended' : 'usual']
      : null,
  };
  const paid: Intent = {
    ...intent,
    ...closed,
    status: manual ? 'requires_capture' : 'succeeded',
    amountCapturable: manual ? amount : 0,
    amountReceived: manual ? 0 : amount,
    paymentMethod: method.id,
    latestCharge: charge.id,
  };
  const used = usedMethod(intent, method);
  const effect: Effect = { kind: manual ? 'authorize' : 'charge', reference, amount, currency };
  const attached: EventDraft[] =
    used.customer === method.customer ? [] : [{ type: 'payment_method.attached', record: used }];
  return {
    shown: paid,
    changed: [used, ...(debit ? [debit] : []), charge, paid],
    effect,
    events: [
      ...attached,
      { type: 'charge.succeeded', record: charge },
      { type: manual ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', record: paid },
    ],
  };
}

/** The payment is processing; its outcome is already set. */
export function process(
  intent: Intent,
  method: PaymentMethod,
  context: DecisionContext,
  end: { readonly afterMs: number; readonly failure: string | null },
): StripeDecision {
  const charge = chargeOf(intent, method, context, false);
  const processing: Intent = {
    ...intent,
    ...closed,
    status: 'processing',
    paymentMethod: method.id,
    latestCharge: charge.id,
    pending: {
      atMs: context.moment.nowMs + end.afterMs,
      status: end.failure === null ? 'succeeded' : 'failed',
      failure: end.failure,
    },
  };
  return {
    shown: processing,
    changed: [usedMethod(intent, method), charge, processing],
    events: [
      { type: 'charge.pending', record: charge },
      { type: 'payment_intent.processing', record: processing },
    ],
  };
}

/** The error that the caller receives for a declined card. */
export const declineError = (decline: Decline, method: PaymentMethod): StripeError => ({
  type: 'card_error',
  message: decline.message,
  code: decline.code,
  ...(decline.declineCode === undefined ? {} : { decline_code: decline.declineCode }),
  ...(decline.code === 'incorrect_cvc' ? { param: 'cvc' } : {}),
  ...(decline.adviceCode === undefined ? {} : { advice_code: decline.adviceCode }),
  ...(decline.networkCode === undefined ? {} : { network_decline_code: decline.networkCode }),
  payment_method: method.id,
});

/** The issuer declines. The intent requires another payment method; the failed charge stays. */
export function declineCharge(
  intent: Intent,
  method: PaymentMethod,
  context: DecisionContext,
  decline: Decline,
  authenticated = false,
): StripeDecision {
  const charge: Charge = {
    ...chargeOf(intent, method, context, authenticated),
    status: 'failed',
    outcome: refusedOutcome(decline),
    failureCode: decline.code,
    failureMessage: decline.message,
  };
  const error: StripeError = { ...declineError(decline, method), charge: charge.id };
  const failed = requirePaymentMethod({ ...intent, latestCharge: charge.id }, error);
  return {
    shown: failed,
    changed: [method, charge, failed],
    refusal: { http: 402, error, about: failed.id },
    events: [
      { type: 'charge.failed', record: charge },
      { type: 'payment_intent.payment_failed', record: failed },
    ],
  };
}

/** Returns the intent to the state that requires another payment method. */
export const requirePaymentMethod = (intent: Intent, error: StripeError): Intent => ({
  ...intent,
  ...closed,
  lastError: error,
  status: 'requires_payment_method',
  paymentMethod: null,
});
