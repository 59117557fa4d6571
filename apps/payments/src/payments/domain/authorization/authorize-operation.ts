import type { SealedCard, StraightThrough } from '@payorch/contracts';
import type { AuthorizeOperation } from '@payorch/operations';
import { countryOf, returnAddress } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import { InvariantError } from '@payorch/kernel';
import type { Attempt } from '../attempts/attempt';
import { chargeable, chargeableToken, type Method } from '../../../payment-methods/domain/method';
import type { DecideContext, Effect } from '../decision';
import { requestsAuthentication } from '../authentications/begin-authentication';
import { orderReferenceOf, straightToOrder } from '../orders/orders';
import { mandateOf } from '../method/saved-payment-method';
import { installmentsOf } from '../terms/installments';
import { mitCategoryOf, orderDataOf } from '../terms/order-data';
import type { Payment } from '../payment';
import { isManual, netAmount } from '../payment';
import { straightTo } from '../method/recurring';
import { billingOf } from '../terms/billing';
import { narrowedStraightThrough } from '../terms/straight-through';

/** What an operation depends on besides its payment. */
type OperationContext = Pick<DecideContext, 'rules' | 'settings'>;

/** A repeated request for the same attempt has the same operation: whatever its account, workers make at most one call. */
export const routeOf = (payment: Payment, attempt: Attempt<'authorizing'>, context: OperationContext): Effect => ({
  kind: 'route',
  operation: operationOf(payment, attempt, attempt.facts.operation, context),
  captureMethod: payment.captureMethod,
  straightThrough: straightThroughOf(payment),
  splitAt: payment.terms.splitAt,
  credentials: payment.credentials,
  ...(attempt.routingVersion !== undefined && { routingVersion: attempt.routingVersion }),
  ...(attempt.routingFacts && { facts: attempt.routingFacts }),
});

/** A saved payment method and an order are at one account; else the request's own choice counts. */
export const straightThroughOf = (payment: Payment): StraightThrough | null =>
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
  { settings: { profile } }: Pick<DecideContext, 'settings'>,
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
  const { merchantId, profileId, paymentId, terms } = payment;
  const card = cardFor(payment, chargeable(method!.card));
  const billing = billingOf(payment, attempt);
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
    card: card && { ...card, holderName: null },
    cardHolderName: card && card.holderName,
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
    incremental: terms.requestsIncrement,
    // Absent on most payments.
    ...(payment.captureMethod === 'manual_multiple' && { multiple: true }),
    ...(attempt.overcapture && { overcapture: true }),
    ...(terms.acceptsPartialAuthorization && { partial: true }),
    extended: isManual(payment.captureMethod) && terms.requestsExtension,
    email: payment.customer?.email ?? null,
    billing,
    billingCountry: countryOf(billing ?? undefined),
    shipping: terms.shipping,
    browserInfo: payment.browserInfo,
    description: terms.description,
    ...terms.descriptors,
    ...mitCategoryOf(payment),
    ...orderDataOf(payment, context),
    metadata: terms.metadata,
    ...(attempt.split && { split: attempt.split }),
    ...installmentsOf(payment),
    ...(payment.allKeysRequired && { allKeysRequired: true }),
    // From the first request: a repeated one does not extend the deadline of an old authorization.
    notAfter: new Date(modifiedAt.getTime() + rules.beginWithinMs).toISOString(),
  };
}
