import type { AuthorizeOperation, JsonObject, Refusal, SealedCard, StraightThrough } from '@payorch/contracts';
import { firstRefusal, refuse, returnAddress } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import { InvariantError, isZero } from '@payorch/kernel';
import type { Attempt } from './attempt';
import { isIn, move } from './attempt';
import { beginAuthentication } from './begin-authentication';
import { canPay, chargeable, chargeableToken, type Method } from '../../payment-methods/domain/method';
import { blockOf, blockedPayment } from './method/blocked-payment';
import { refuseCredentials } from './terms/credentials';
import type { DecideContext, Decision, Effect } from './decision';
import { decided } from './decision';
import { refuseAuthentication, requestsAuthentication, withoutThreeDs } from './operations/authentications';
import { requestsExtension } from './operations/extensions';
import { orderReferenceOf, refuseOrder, straightToOrder } from './operations/orders';
import { newOvercapture } from './operations/overcapture';
import { acceptsPartialAuthorization } from './operations/partial-authorization';
import { checkMandateUpdate } from './method/mandate-update';
import { acceptanceOf, mandateOf } from './method/saved-payment-method';
import { installmentsOf, refusePlan } from './terms/installments';
import { refuseSplit, splitAt, splitOfAttempt } from './terms/split';
import { refuseUnsupported } from './terms/unsupported-fields';
import { descriptorsOf, mitCategoryOf, orderDataOf } from './terms/order-data';
import { fieldRules } from './fields';
import type { Payment } from './payment';
import { activeAttempt, isManual, netAmount, withAttempt } from './payment';
import { withSums } from './payment.status';
import { reserving, straightTo } from './method/recurring';
import { billingOf } from './terms/billing';
import { objectOf, textOf } from './terms/json-values';
import { routingFactsOf } from './terms/routing-facts';
import { routingNeedsOf } from './terms/routing-needs';
import { narrowedStraightThrough } from './terms/straight-through';
import { shippingOf } from './terms/typed-details';

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
  (payment, context) => checkMandateUpdate(payment, acceptanceOf(payment), context),
  checkCustomer,
  checkAmount,
  checkReservation,
];

/** Confirms: checks that the payment has everything an authorization needs, and requests an account from routing. */
export function beginAuthorization(requested: Payment, context: DecideContext): Decision {
  const payment = context.authenticatesCustomers === false ? withoutThreeDs(requested) : requested;
  const refusal = firstRefusal(rules, payment, context);
  if (refusal) return refusal;
  const attempt = activeAttempt(payment);
  const { method } = attempt;
  if (!method || !isIn(attempt, 'payment_method_awaited', 'confirmation_awaited')) return refuse('internal');
  const block = blockOf(method, context);
  if (block) return blockedPayment(payment, attempt, block, context);
  const browserInfo = payment.browserInfo ?? browserAt(context.callerIp);
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
  const { now: modifiedAt, client, profile } = context;
  const known = {
    ...newOvercapture(payment, profile),
    ...splitOfAttempt(payment),
    ...routedBy(payment, attempt, context),
  };
  const sent = move(attempt, 'sent', facts, { modifiedAt, syncCount: 0, ...(client && { client }), ...known });
  const begun = withAttempt(payment, sent);
  return decided(withSums(begun), [routeOf(begun, sent, context), ...reserving(begun)]);
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

/** What an operation depends on besides its payment. */
type OperationContext = Pick<DecideContext, 'rules' | 'profile'>;

/** A repeated request for the same attempt has the same operation: whatever its account, workers make at most one call. */
export const routeOf = (payment: Payment, attempt: Attempt<'authorizing'>, context: OperationContext): Effect => ({
  kind: 'route',
  operation: operationOf(payment, attempt, attempt.facts.operation, context),
  captureMethod: payment.captureMethod,
  straightThrough: straightThroughOf(payment),
  splitAt: splitAt(payment),
  credentials: payment.credentials,
  ...(attempt.routingVersion !== undefined && { routingVersion: attempt.routingVersion }),
  ...(attempt.routingFacts && { facts: attempt.routingFacts }),
});

/** What the attempt is routed by, as it is when it is first sent: a repeated request has the same. */
function routedBy(
  payment: Payment,
  attempt: Attempt,
  { routing }: Pick<DecideContext, 'routing'>,
): Pick<Attempt, 'routingVersion' | 'routingFacts'> {
  const { credentials } = payment;
  const needs = routingNeedsOf({ straightThrough: straightThroughOf(payment), credentials, routing });
  const routingFacts = routingFactsOf(payment, attempt, needs);
  return { ...(routing && { routingVersion: routing.accountVersion }), ...(routingFacts && { routingFacts }) };
}

/** A saved payment method and an order are at one account; else the request's own choice counts. */
const straightThroughOf = (payment: Payment): StraightThrough | null =>
  (payment.recurring && straightTo(payment.recurring)) ?? straightToOrder(payment) ?? narrowedStraightThrough(payment);

/** The check whether an authorization has begun. The result of a round counts once; each stored change raises the version. */
export const beginCheckOf = (payment: Payment, attempt: Attempt<'authorizing'>, context: OperationContext): Effect => ({
  ...(routeOf(payment, attempt, context) as Extract<Effect, { kind: 'route' }>),
  kind: 'check_begin',
  account: attempt.facts.account,
  fallbacks: attempt.fallbacks,
  round: payment.version,
});
export const redirectTokenOf = (
  { merchantId, paymentId }: Payment,
  { id: attemptId }: Pick<Attempt, 'id'>,
  { rules }: Pick<DecideContext, 'rules'>,
): string => rules.redirectToken({ merchantId, paymentId, attemptId });

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

export const pendingRepliesWith = (payment: Payment, { pendingReply }: DecideContext): Payment['pendingReplies'] =>
  pendingReply ? [...payment.pendingReplies, pendingReply] : payment.pendingReplies;

/** No card where the processor has saved the payment method: then no worker opens a sealed one. */
const cardFor = ({ recurring }: Payment, card: SealedCard | null): SealedCard | null =>
  recurring && recurring.reference.mandateReference !== null ? null : card;

/** The expiry of a decrypted wallet token as it is now: the seal has the one of its creation. */
const walletTokenOf = (method: Method | null): Pick<AuthorizeOperation, 'walletToken'> => {
  const { walletToken } = method ?? {};
  return walletToken
    ? { walletToken: { expiryMonth: walletToken.expiryMonth, expiryYear: walletToken.expiryYear } }
    : {};
};

/**
 * The network token of the card that is sent, where the profile has processors get it. Not after a decline of the token, nor with
 * the proof of an authentication, which is of the number.
 */
function networkTokenOf(
  payment: Payment,
  { method, byNumber, authentication }: Attempt,
  { profile }: Pick<DecideContext, 'profile'>,
): Pick<AuthorizeOperation, 'networkToken'> {
  const isAuthenticated = authentication !== undefined || method?.authentication !== undefined;
  if (!method || byNumber || isAuthenticated || profile.networkTokens !== true) return {};
  const networkToken = cardFor(payment, chargeable(method.card)) && chargeableToken(method);
  return networkToken ? { networkToken } : {};
}

/**
 * How the customer is authenticated. Never without the proof where the merchant requested it outside the processor; with it, the
 * processor does not authenticate the customer again.
 * @throws InvariantError: the requested authentication has not succeeded
 */
function threeDsOf(
  payment: Payment,
  { authentication, method }: Attempt,
): Pick<AuthorizeOperation, 'threeDs' | 'isAuthenticated' | 'authentication'> {
  if (!requestsAuthentication(payment)) {
    const proof = method?.authentication;
    return proof
      ? { threeDs: false, isAuthenticated: true, authentication: proof }
      : { threeDs: payment.authenticationType === 'three_ds' };
  }
  if (authentication?.state !== 'succeeded' || authentication.proof === null)
    throw new InvariantError('an authorization begins without the requested authentication');
  return { threeDs: false, isAuthenticated: true, authentication: authentication.proof };
}

/** Everything that a processor may need to authorize this attempt. */
export function operationOf(
  payment: Payment,
  attempt: Attempt<'authorizing'>,
  operationId: OperationId,
  context: OperationContext,
): AuthorizeOperation {
  const { rules } = context;
  const { id, method, modifiedAt } = attempt;
  const { merchantId, profileId, paymentId, details } = payment;
  const token = attempt.facts.redirectToken ?? redirectTokenOf(payment, attempt, { rules });
  return {
    operationId,
    merchantId,
    profileId,
    paymentId,
    attemptId: id,
    money: netAmount(payment),
    capture: isManual(payment.captureMethod) ? 'manual' : 'automatic',
    paymentMethod: method!.paymentMethod,
    paymentMethodType: method!.paymentMethodType,
    card: cardFor(payment, chargeable(method!.card)),
    sealedMethodData: method!.sealedData,
    ...walletTokenOf(method),
    ...networkTokenOf(payment, attempt, context),
    ...orderReferenceOf(payment),
    mandate: mandateOf(payment),
    ...threeDsOf(payment, attempt),
    returnUrl: returnAddress(rules.publicUrl, payment, '{connector}', token),
    customerId: payment.customerId,
    customerName: payment.customer?.name ?? null,
    customerPhone: payment.customer?.phone ?? null,
    incremental: details['request_incremental_authorization'] === true,
    // Absent on most payments.
    ...(payment.captureMethod === 'manual_multiple' && { multiple: true }),
    ...(attempt.overcapture && { overcapture: true }),
    ...(acceptsPartialAuthorization(payment) && { partial: true }),
    extended: isManual(payment.captureMethod) && requestsExtension(payment),
    email: payment.customer?.email ?? null,
    billing: billingOf(payment, attempt),
    shipping: shippingOf(payment),
    browserInfo: payment.browserInfo,
    description: textOf(details['description']),
    ...descriptorsOf(payment),
    ...mitCategoryOf(payment),
    ...orderDataOf(payment, context),
    metadata: objectOf(details['metadata']),
    ...(attempt.split && { split: attempt.split }),
    ...installmentsOf(payment),
    ...(payment.allKeysRequired && { allKeysRequired: true }),
    // From the first request: a repeated one does not extend the deadline of an old authorization.
    notAfter: new Date(modifiedAt.getTime() + rules.beginWithinMs).toISOString(),
  };
}
