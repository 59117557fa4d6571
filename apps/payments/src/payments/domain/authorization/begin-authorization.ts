import type { JsonObject, Refusal } from '@payorch/contracts';
import { firstRefusal, refuse } from '@payorch/contracts';
import { InvariantError, isZero } from '@payorch/kernel';
import type { Attempt } from '../attempts/attempt';
import { isIn, move } from '../attempts/attempt';
import {
  beginAuthentication,
  refuseAuthentication,
  requestsAuthentication,
} from '../authentications/begin-authentication';
import { canPay } from '../../../payment-methods/domain/method';
import { blockOf, blockedPayment } from '../method/blocked-payment';
import { refuseCredentials } from '../terms/credentials';
import type { DecideContext, Decision } from '../decision';
import { decided, pendingRepliesWith } from '../decision';
import { refuseOrder } from '../orders/orders';
import { newOvercapture } from '../captures/overcapture';
import { checkMandateUpdate } from '../method/mandate-update';
import { mandateOf } from '../method/saved-payment-method';
import { refusePlan } from '../terms/installments';
import { refuseSplit, splitOfAttempt } from '../terms/split';
import { withThreeDs } from '../terms/three-ds-rules';
import { refuseUnsupported } from '../terms/unsupported-fields';
import { fieldRules } from '../fields';
import type { Payment } from '../payment';
import { activeAttempt, netAmount, withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { refuseMandate, reserveMandate } from '../method/recurring';
import { routedBy } from '../terms/routing-facts';
import { redirectTokenOf, routeOf, straightThroughOf } from './authorize-operation';

type Rule = (payment: Payment, context: DecideContext) => Refusal | undefined;

/** The data of a saved payment method may be at its processor alone. */
const checkMethod: Rule = (payment) => {
  const { method } = activeAttempt(payment);
  if (method && (payment.recurring !== null || canPay(method))) return undefined;
  const message = 'A payment token or payment method data or ctp service details is required';
  return refuse('invalid_request', { message, path: 'payment_method_data' });
};

const checkCustomer: Rule = ({ setupFutureUsage, customerId }) => {
  if (setupFutureUsage === null || customerId !== null) return undefined;
  const message = 'customer_id is mandatory when setup_future_usage is given';
  return refuse('precondition_failed', { message, path: 'customer_id' });
};

/** An amount of zero charges nothing: its only use is to save the payment method. */
const checkAmount: Rule = (payment) =>
  isZero(netAmount(payment)) && mandateOf(payment).kind !== 'store'
    ? refuse('authorization_failed', { path: 'amount' })
    : undefined;

const checkReservation: Rule = ({ recurring }) =>
  recurring?.reserved === null ? refuse('missing_param', { field: 'recurring_details' }) : undefined;

/** In the interface's order. Each reads the payment, and none needs another to have passed. */
const rules: readonly Rule[] = [
  ...fieldRules,
  checkMethod,
  refusePlan,
  refuseUnsupported,
  refuseAuthentication,
  refuseSplit,
  refuseOrder,
  refuseCredentials,
  checkMandateUpdate,
  checkCustomer,
  checkAmount,
  refuseMandate,
  checkReservation,
];

/** Confirms: checks that the payment has everything an authorization needs, and requests an account from routing. */
export function beginAuthorization(requested: Payment, context: DecideContext): Decision {
  const payment = withThreeDs(requested, context);
  const refusal = firstRefusal(rules, payment, context);
  if (refusal) return refusal;
  const attempt = activeAttempt(payment);
  const { method } = attempt;
  if (!method || !isIn(attempt, 'payment_method_awaited', 'confirmation_awaited')) return refuse('internal');
  const block = blockOf(method, { ...context.records, ...context.settings });
  if (block) return blockedPayment(payment, attempt, block, context);
  const browserInfo = payment.browserInfo ?? browserAt(context.request.callerIp);
  const waiting = { ...payment, browserInfo, pendingReplies: pendingRepliesWith(payment, context) };
  return requestsAuthentication(payment)
    ? beginAuthentication(waiting, attempt, context)
    : send(waiting, attempt, context);
}

/** Requests an account from routing. */
function send(
  payment: Payment,
  attempt: Attempt<'payment_method_awaited' | 'confirmation_awaited' | 'authenticating'>,
  context: DecideContext,
): Decision {
  const redirectToken = redirectTokenOf(payment, attempt, context);
  const facts = { operation: context.newOperationId(), account: null, redirectToken };
  const { now: modifiedAt, request, settings } = context;
  const known = {
    ...newOvercapture(payment, settings.profile),
    ...splitOfAttempt(payment),
    ...routedBy(payment, attempt, { straightThrough: straightThroughOf(payment), routing: settings.routing }),
  };
  const sent = move(attempt, 'sent', facts, {
    modifiedAt,
    syncCount: 0,
    ...(request.client && { client: request.client }),
    ...known,
  });
  const { payment: begun, effects } = reserveMandate(withAttempt(payment, sent));
  return decided(withSums(begun), [routeOf(begun, sent, context), ...effects]);
}

/** Authorizes an attempt whose authentication has succeeded. The browser that waited for the result gets it at once. */
export function authorizeAuthenticated(payment: Payment, attempt: Attempt, context: DecideContext): Decision {
  if (!isIn(attempt, 'authenticating')) throw new InvariantError('an authentication succeeded outside its attempt');
  const answered = payment.pendingReplies.filter(({ view }) => view.kind === 'authentication');
  const waiting = payment.pendingReplies.filter((pendingReply) => !answered.includes(pendingReply));
  const begun = send({ ...payment, pendingReplies: waiting }, attempt, context);
  if (begun.kind !== 'decided') return begun;
  return decided(begun.payment, [
    { kind: 'cancel_sync', attemptId: attempt.id },
    { kind: 'reply', pendingReplies: answered },
    ...begun.effects,
  ]);
}

/** The browser data of a request that sends none: the caller's address. */
const browserAt = (ip: string | null): JsonObject => ({
  color_depth: null,
  java_enabled: null,
  java_script_enabled: null,
  language: null,
  screen_height: null,
  screen_width: null,
  time_zone: null,
  ip_address: ip,
  accept_header: null,
  user_agent: null,
  os_type: null,
  os_version: null,
  device_model: null,
  accept_language: null,
  referer: null,
});
