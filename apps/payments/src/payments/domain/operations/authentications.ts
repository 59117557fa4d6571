import type { ProfileSettings, Refusal } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import { isZero } from '@payorch/kernel';
import { type Authentication, authenticationAccountOf } from '../../../authentications/domain/authentication';
import type { Attempt } from '../attempt';
import { isIn } from '../attempt';
import type { DecideContext, Effect } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt, netAmount } from '../payment';
import { withAuthenticationType } from '../ruled';
import { asksForExternalThreeDs, isOffSession } from '../terms/typed-details';

/**
 * Whether the payment requests an authentication outside the processor; only cards have one. The proof of an authentication that
 * the merchant sent with the card is used instead.
 */
export function requestsAuthentication(payment: Payment): boolean {
  const { method } = activeAttempt(payment);
  const isRequested = asksForExternalThreeDs(payment) && payment.authenticationType === 'three_ds';
  return isRequested && method?.card != null && !method.authentication;
}

/**
 * The payment without 3-D Secure, neither outside the processor nor by it. It shows the type that it has, since the merchant is
 * liable for it; earlier attempts keep theirs. A proof that the merchant sent is no new authentication.
 */
export function withoutThreeDs(payment: Payment): Payment {
  if (payment.authenticationType !== 'three_ds' || activeAttempt(payment).method?.authentication) return payment;
  return withAuthenticationType(payment, 'no_three_ds');
}

/** Whether the issuer is asked for a challenge, or for none: a 3DS decision rule decides before the request and the profile. */
export function challengeFor(
  { ruled, details }: Pick<Payment, 'ruled' | 'details'>,
  profile: Pick<ProfileSettings, 'force3dsChallenge'> | undefined,
): { readonly requestsChallenge: boolean; readonly asksForNoChallenge?: true } {
  switch (ruled?.challenge) {
    case 'requested':
      return { requestsChallenge: true };
    case 'not_requested':
      return { requestsChallenge: false, asksForNoChallenge: true };
    default:
      return { requestsChallenge: (details['force_3ds_challenge'] ?? profile?.force3dsChallenge) === true };
  }
}

/** A customer who is absent authenticates nothing, and an amount of zero pays nothing: neither is implemented. */
export const isAuthenticationServed = (payment: Payment): boolean =>
  payment.recurring === null && !isOffSession(payment) && !isZero(netAmount(payment));

/** Refuses a confirmation that requests an authentication which the profile has no account for. */
export function refuseAuthentication(payment: Payment, context: DecideContext): Refusal | undefined {
  if (!requestsAuthentication(payment)) return undefined;
  const account = authenticationAccountOf(payment, context);
  if (!isRefusal(account)) return undefined;
  return { ...account, details: { ...account.details, path: 'request_external_three_ds_authentication' } };
}

export const withAuthentication = <A extends Attempt>(attempt: A, changes: Partial<Authentication>): A =>
  attempt.authentication ? { ...attempt, authentication: { ...attempt.authentication, ...changes } } : attempt;

/** Whether the attempt waits for its authentication. */
export const isAuthenticating = (
  attempt: Attempt,
): attempt is Attempt<'authentication_initiated'> | Attempt<'authenticating'> =>
  isIn(attempt, 'authentication_initiated', 'authenticating');

/** The sync of the call under way; undefined while the browser is awaited. */
export function authenticationSync(payment: Payment, attempt: Attempt): Effect | undefined {
  const { authentication } = attempt;
  if (!authentication || !isAuthenticating(attempt) || authentication.state === 'browser_awaited') return undefined;
  const { operation: id, account, reference, state } = authentication;
  return {
    kind: 'sync',
    flow: state === 'pre_authenticating' ? 'pre_authenticate' : 'authenticate',
    operation: { id, attemptId: attempt.id, account },
    reference,
    money: netAmount(payment),
    round: payment.version,
  };
}

/**
 * The sync that a caller causes, such as a customer who returns from the challenge. Before the challenge a sync could come before
 * the command itself and forbid it.
 */
export const challengeSync = (payment: Payment, attempt: Attempt): Effect | undefined =>
  attempt.authentication?.state === 'challenged' ? authenticationSync(payment, attempt) : undefined;
