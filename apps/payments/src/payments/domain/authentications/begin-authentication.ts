import type { Refusal, SealedCard } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { isZero } from '@payorch/kernel';
import { chargeable } from '../../../payment-methods/domain/method';
import type { Attempt } from '../attempts/attempt';
import { move } from '../attempts/attempt';
import type { DecideContext, Decision } from '../decision';
import { decided } from '../decision';
import { newAuthentication } from '../../../authentications/domain/authentication-progress';
import { authenticationAccountOf } from '../../../authentications/domain/authentication';
import type { Payment } from '../payment';
import { activeAttempt, netAmount, withAttempt } from '../payment';
import { withSums } from '../payment.status';

/**
 * Whether the payment requests an authentication outside the processor; only cards have one. The proof of an authentication that
 * the merchant sent with the card is used instead.
 */
export function requestsAuthentication(payment: Payment): boolean {
  const { method } = activeAttempt(payment);
  const isRequested = payment.terms.asksForExternalThreeDs && payment.authenticationType === 'three_ds';
  return isRequested && method?.card != null && !method.authentication;
}

/** A customer who is absent authenticates nothing, and an amount of zero pays nothing: neither is implemented. */
export const isAuthenticationServed = (payment: Payment): boolean =>
  payment.recurring === null && !payment.terms.isOffSession && !isZero(netAmount(payment));

/** Refuses a confirmation that requests an authentication which the profile has no account for. */
export function refuseAuthentication(payment: Payment, context: DecideContext): Refusal | undefined {
  if (!requestsAuthentication(payment)) return undefined;
  const account = authenticationAccountOf(payment, { ...context.accounts, ...context.settings });
  if (!isRefusal(account)) return undefined;
  return { ...account, details: { ...account.details, path: 'request_external_three_ds_authentication' } };
}

/** The card of an authentication: it needs neither the CVC nor, in the open part of a message, the holder's name. */
export function cardToAuthenticate({ method }: Pick<Attempt, 'method'>): SealedCard | null {
  const card = method && chargeable(method.card);
  if (!card) return null;
  const { cvcReference: _, ...others } = card;
  return { ...others, cvc: 'absent', holderName: null };
}

/** Asks the 3DS server what the card's issuer supports. The authorization follows only after the authentication's success. */
export function beginAuthentication(
  payment: Payment,
  attempt: Attempt<'payment_method_awaited' | 'confirmation_awaited'>,
  context: DecideContext,
): Decision {
  const card = cardToAuthenticate(attempt);
  const account = authenticationAccountOf(payment, { ...context.accounts, ...context.settings });
  if (isRefusal(account)) return account;
  const { authentication: requestor } = context.settings.profile;
  if (!card || !requestor) return refuse('internal');
  const { requestorUrl } = requestor;
  const operation = context.newOperationId();
  const { client } = context.request;
  const sent = move(
    attempt,
    'authentication_sent',
    {},
    {
      modifiedAt: context.now,
      syncCount: 0,
      ...(client && { client }),
      authentication: newAuthentication(operation, account, requestor),
    },
  );
  return decided(withSums(withAttempt(payment, sent)), [
    { kind: 'pre_authenticate', operation: { id: operation, attemptId: attempt.id, account }, card, requestorUrl },
    { kind: 'sync_later', attemptId: attempt.id, delayMs: context.rules.beginWithinMs },
  ]);
}
