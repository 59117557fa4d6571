import type { Refusal } from '../errors';
import { cardError, invalidRequest, unexpectedState } from '../errors';
import { declines } from '../cards/traits';
import { paymentMethodTypeOf } from '../payment-method-types';
import type { Intent, PaymentMethod, Pending } from '../objects/records';
import type { ConfirmIntent } from '../params/intent-params';
import { nextActionOf, returnUrlProblem, typeProblem } from './next-action';
import { declineCharge, importedIn, requirePaymentMethod, process, succeed } from './charges';
import type { DecisionContext, StripeDecision } from './decision';
import { refused } from './decision';
import { requestedPaymentMethod, ownerProblem } from './payment-methods';
import { namedTypes } from './named-types';

type Confirmation = Pick<
  ConfirmIntent,
  | 'payment_method'
  | 'payment_method_data'
  | 'payment_method_options'
  | 'payment_method_types'
  | 'allowed_payment_method_types'
  | 'return_url'
  | 'off_session'
  | 'error_on_requires_action'
  | 'setup_future_usage'
  | 'receipt_email'
  | 'shipping'
  | 'capture_method'
>;

const confirmable: readonly Intent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

function stateProblem(intent: Intent): Refusal | undefined {
  if (confirmable.includes(intent.status)) return undefined;
  const why =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed.'
      : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${confirmable.join(', ')}.`;
  return unexpectedState(`You cannot confirm this PaymentIntent because ${why}`, intent.id);
}

/** Applies the changes that the confirmation makes to the intent. */
const withConfirmation = (intent: Intent, input: Confirmation, context: DecisionContext): Intent => ({
  ...intent,
  methodOptions: { ...intent.methodOptions, ...input.payment_method_options },
  methodTypes: namedTypes(input) ?? intent.methodTypes,
  returnUrl: input.return_url ?? intent.returnUrl,
  setupFutureUsage: input.setup_future_usage === undefined ? intent.setupFutureUsage : input.setup_future_usage,
  receiptEmail: input.receipt_email === undefined ? intent.receiptEmail : input.receipt_email,
  shipping: input.shipping === undefined ? intent.shipping : input.shipping,
  captureMethod: input.capture_method ?? intent.captureMethod,
  reference: context.reference,
  delivery: context.delivery ?? intent.delivery,
});

/** The refusals of Stripe before an issuer or bank is involved. */
function methodProblem(intent: Intent, method: PaymentMethod): Refusal | undefined {
  const { currencies, manualCapture, flow } = paymentMethodTypeOf(method.type)!;
  if (currencies && !currencies.includes(intent.currency)) {
    const supported = currencies.join(', ');
    return invalidRequest(
      `The currency provided (${intent.currency}) is invalid. Payments with ${method.type} support the following currencies: ${supported}.`,
      { param: 'currency' },
    );
  }
  if (intent.captureMethod === 'manual' && !manualCapture) {
    return invalidRequest(`The payment method type \`${method.type}\` does not support manual capture.`, {
      param: 'capture_method',
    });
  }
  if (flow === 'bank_transfer' && intent.customer === null) {
    return invalidRequest('You must provide a `customer` when using the customer_balance payment method.', {
      code: 'parameter_missing',
      param: 'customer',
    });
  }
  return typeProblem(intent, method) ?? ownerProblem(method, intent.customer) ?? returnUrlProblem(intent, method);
}

/** Whether this payment requires 3D Secure. */
function needsAuthentication(intent: Intent, { card, setUp }: PaymentMethod, offSession: boolean): boolean {
  const authentication = card?.trait?.authentication;
  if (authentication === 'unsupported' || importedIn(intent)) return false;
  if (authentication === 'always') return true;
  const saved = setUp || authentication === 'on_session';
  if (authentication !== undefined && !(offSession && saved)) return true;
  const requestedThreeDSecure = intent.methodOptions['card']?.['request_three_d_secure'];
  return !offSession && (requestedThreeDSecure === 'any' || requestedThreeDSecure === 'challenge');
}

const requiringAction = (intent: Intent, method: PaymentMethod, context: DecisionContext): Intent => ({
  ...intent,
  status: 'requires_action',
  paymentMethod: method.id,
  lastError: null,
  nextAction: nextActionOf(intent, method, context),
});

const requireAction = (intent: Intent, method: PaymentMethod): StripeDecision => ({
  shown: intent,
  changed: [method, intent],
  events: [{ type: 'payment_intent.requires_action', record: intent }],
});

/** Sends the authorization to the issuer, after any authentication. */
export function requestAuthorization(
  intent: Intent,
  method: PaymentMethod,
  context: DecisionContext,
  authenticated: boolean,
): StripeDecision {
  const decline = method.card?.trait?.decline;
  const applies = decline && (!decline.needsCvc || method.card?.hasCvc);
  return applies
    ? declineCharge(intent, method, context, decline, authenticated)
    : succeed(intent, method, context, authenticated);
}

/** With `error_on_requires_action` the payment fails instead of requiring an action. */
function notAuthenticated(intent: Intent, method: PaymentMethod): StripeDecision {
  const { error, http } = cardError(
    "This payment required an authentication action to complete, but `error_on_requires_action` was set. When you're ready, you can upgrade your integration to handle actions at https://stripe.com/docs/payments/payment-intents/upgrade-to-handle-actions.",
    {
      code: 'authentication_required',
      decline_code: 'authentication_not_handled',
      payment_method: method.id,
    },
  );
  const failed = requirePaymentMethod(intent, error);
  return {
    shown: failed,
    changed: [method, failed],
    refusal: { http, error, about: failed.id },
    events: [{ type: 'payment_intent.payment_failed', record: failed }],
  };
}

function payByCard(
  intent: Intent,
  method: PaymentMethod,
  context: DecisionContext,
  input: Confirmation,
): StripeDecision {
  const offSession = input.off_session === true;
  if (!needsAuthentication(intent, method, offSession))
    return requestAuthorization(intent, method, context, importedIn(intent) !== undefined);
  if (offSession) return declineCharge(intent, method, context, declines.authenticationRequired);
  if (input.error_on_requires_action) return notAuthenticated(intent, method);
  return requireAction(requiringAction(intent, method, context), method);
}

function payByDebit(intent: Intent, method: PaymentMethod, context: DecisionContext): StripeDecision {
  const unverified = method.type === 'us_bank_account' && !method.setUp;
  const skipped = intent.methodOptions['us_bank_account']?.['verification_method'] === 'skip';
  if (unverified && !skipped) return requireAction(requiringAction(intent, method, context), method);
  return process(intent, method, context, { afterMs: context.settleAfterMs, failure: method.failure });
}

/** Requires an approval in the customer's app; the outcome comes later. */
function requireActionInApp(intent: Intent, method: PaymentMethod, context: DecisionContext): StripeDecision {
  const { ms, status } = context.variation.settlesLater ?? { ms: context.settleAfterMs, status: 'succeeded' };
  const failure = status === 'failed' ? 'payment_method_provider_decline' : null;
  const pending: Pending = { atMs: context.moment.nowMs + ms, status, failure };
  return requireAction({ ...requiringAction(intent, method, context), pending }, method);
}

function pay(intent: Intent, method: PaymentMethod, context: DecisionContext, input: Confirmation): StripeDecision {
  const { settlesLater } = context.variation;
  const { flow } = paymentMethodTypeOf(method.type)!;
  if (settlesLater && flow !== 'app') {
    const failure = settlesLater.status === 'failed' ? 'processing_error' : null;
    return process(intent, method, context, { afterMs: settlesLater.ms, failure });
  }
  switch (flow) {
    case 'card':
      return payByCard(intent, method, context, input);
    case 'debit':
      return payByDebit(intent, method, context);
    case 'app':
      return requireActionInApp(intent, method, context);
    case 'page':
      // The customer approved future payments before and is off session now.
      if (method.setUp && input.off_session === true) return succeed(intent, method, context);
      return requireAction(requiringAction(intent, method, context), method);
    case 'page_then_later':
    case 'voucher':
    case 'bank_transfer':
      return requireAction(requiringAction(intent, method, context), method);
  }
}

/** Pays with the payment method of this request, else with the one set before. */
export function confirmIntent(intent: Intent, input: Confirmation, context: DecisionContext): StripeDecision {
  const wrongState = stateProblem(intent);
  if (wrongState) return refused(wrongState);
  const before = intent.paymentMethod;
  const read = requestedPaymentMethod(
    input.payment_method_data || input.payment_method || before === null ? input : { payment_method: before },
    context,
  );
  if ('refusal' in read) return refused(read.refusal);
  if (!read.value) {
    return refused(
      unexpectedState(
        "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
        intent.id,
      ),
    );
  }
  const ready = withConfirmation(intent, input, context);
  const problem = methodProblem(ready, read.value);
  return problem ? refused(problem) : pay(ready, read.value, context, input);
}
