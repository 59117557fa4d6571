import { pick } from '../../../kit/objects/decision';
import { declines } from '../cards/test-cards';
import type { Refusal } from '../errors';
import { cardError, invalidRequest, parameterMissing, unexpectedState } from '../errors';
import type { Intent, PaymentMethod } from '../objects/records';
import type { ConfirmIntent } from '../params/intent-params';
import { paymentMethodTypeOf } from '../payment-method-types';
import { declineCharge, failPayment, importedIn, process, succeed } from './charges';
import type { DecisionContext, StripeDecision } from './decision';
import { refused } from './decision';
import type { Attempt } from './intents';
import { confirmationProblem, confirmWith, namedTypes, openStatuses, requireAction, statusProblem } from './intents';

type Payment = Attempt<Intent>;

function stateProblem(intent: Intent): Refusal | undefined {
  if (openStatuses.includes(intent.status)) return undefined;
  const why = 'You cannot confirm this PaymentIntent';
  return intent.status === 'succeeded'
    ? unexpectedState(`${why} because it has already succeeded after being previously confirmed.`, intent.id)
    : statusProblem(intent, why, 'confirmed', openStatuses.join(', '));
}

/** Applies the changes that the confirmation makes to the intent. */
const withConfirmation = (intent: Intent, input: ConfirmIntent, context: DecisionContext): Intent => ({
  ...intent,
  ...pick(input, 'setup_future_usage', 'receipt_email', 'shipping', 'capture_method'),
  methodOptions: { ...intent.methodOptions, ...input.payment_method_options },
  payment_method_types: namedTypes(input) ?? intent.payment_method_types,
  returnUrl: input.return_url ?? intent.returnUrl,
  reference: context.reference,
  delivery: context.delivery ?? intent.delivery,
});

/** The refusals of Stripe before an issuer or bank is involved. */
function methodProblem(intent: Intent, method: PaymentMethod): Refusal | undefined {
  const { type } = method;
  const { currencies, manualCapture, flow } = paymentMethodTypeOf(type)!;
  if (currencies && !currencies.includes(intent.currency)) {
    return invalidRequest(
      `The currency provided (${intent.currency}) is invalid. Payments with ${type} support the following currencies: ${currencies.join(', ')}.`,
      { param: 'currency' },
    );
  }
  if (intent.capture_method === 'manual' && !manualCapture) {
    const message = `The payment method type \`${type}\` does not support manual capture.`;
    return invalidRequest(message, { param: 'capture_method' });
  }
  if (flow === 'bank_transfer' && intent.customer === null) {
    const message = 'You must provide a `customer` when using the customer_balance payment method.';
    return parameterMissing(message, 'customer');
  }
  return confirmationProblem(intent, method);
}

/** Whether the request asks for 3D Secure where the card does not require it. */
export const requestsThreeDSecure = ({ methodOptions }: Pick<Intent, 'methodOptions'>): boolean =>
  ['any', 'challenge'].includes(String(methodOptions['card']?.['request_three_d_secure']));

/** Whether this payment requires 3D Secure. */
function needsAuthentication(intent: Intent, { card, setUp }: PaymentMethod, offSession: boolean): boolean {
  const authentication = card?.trait?.authentication;
  if (authentication === 'unsupported' || importedIn(intent)) return false;
  if (authentication === 'always') return true;
  const saved = setUp || authentication === 'on_session';
  if (authentication !== undefined && !(offSession && saved)) return true;
  return !offSession && requestsThreeDSecure(intent);
}

/** Sends the authorization to the issuer, after any authentication. */
export function requestAuthorization(payment: Payment, authenticated: boolean): StripeDecision {
  const { card } = payment.method;
  const decline = card?.trait?.decline;
  const applies = decline && (!decline.needsCvc || card?.hasCvc);
  return applies ? declineCharge(payment, decline, authenticated) : succeed(payment, authenticated);
}

const notAuthenticated = cardError(
  "This payment required an authentication action to complete, but `error_on_requires_action` was set. When you're ready, you can upgrade your integration to handle actions at https://stripe.com/docs/payments/payment-intents/upgrade-to-handle-actions.",
  { code: 'authentication_required', decline_code: 'authentication_not_handled' },
).error;

function payByCard(payment: Payment, input: ConfirmIntent): StripeDecision {
  const { intent, method } = payment;
  const { off_session: offSession = false, error_on_requires_action: failsOnAction } = input;
  if (!needsAuthentication(intent, method, offSession))
    return requestAuthorization(payment, importedIn(intent) !== undefined);
  if (offSession) return declineCharge(payment, declines.authenticationRequired);
  return failsOnAction
    ? failPayment(payment, { ...notAuthenticated, payment_method: method.id })
    : requireAction(payment);
}

function pay(payment: Payment, input: ConfirmIntent): StripeDecision {
  const { intent, method, context } = payment;
  const { settlesLater } = context.variation;
  const { flow } = paymentMethodTypeOf(method.type)!;
  const { ms = context.settleAfterMs, status = 'succeeded' } = settlesLater ?? {};
  const failureWith = (code: string) => (status === 'failed' ? code : null);
  if (settlesLater && flow !== 'app') return process(payment, ms, failureWith('processing_error'));
  switch (flow) {
    case 'card':
      return payByCard(payment, input);
    case 'debit': {
      const isVerified = method.type !== 'us_bank_account' || method.setUp;
      const isSkipped = intent.methodOptions['us_bank_account']?.['verification_method'] === 'skip';
      return isVerified || isSkipped ? process(payment, ms, method.failure) : requireAction(payment);
    }
    case 'app': {
      // The outcome of the approval comes later.
      const failure = failureWith('payment_method_provider_decline');
      return requireAction(payment, { pending: { atMs: context.moment.nowMs + ms, status, failure } });
    }
    case 'page':
      // The customer approved future payments before and is off session now.
      return method.setUp && input.off_session === true ? succeed(payment) : requireAction(payment);
    case 'page_then_later':
    case 'voucher':
    case 'bank_transfer':
      return requireAction(payment);
  }
}

const noMethod =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";

/** Pays with the payment method of this request, else with the one set before. */
export function confirmIntent(intent: Intent, input: ConfirmIntent, context: DecisionContext): StripeDecision {
  const wrongState = stateProblem(intent);
  if (wrongState) return refused(wrongState);
  return confirmWith({ intent, context }, input, unexpectedState(noMethod, intent.id), (method) => {
    const ready = withConfirmation(intent, input, context);
    const problem = methodProblem(ready, method);
    return problem ? refused(problem) : pay({ intent: ready, method, context }, input);
  });
}
