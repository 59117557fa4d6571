import type { ProfileSettings } from '@payorch/contracts';
import type { Authentication } from '../../../authentications/domain/authentication';
import type { Attempt } from '../attempts/attempt';
import { hasMark } from '../attempts/attempt';
import type { Effect } from '../decision';
import type { Payment } from '../payment';
import { netAmount } from '../payment';

/** Whether the issuer is asked for a challenge, or for none: a 3DS decision rule decides before the request and the profile. */
export function challengeFor(
  { ruled, terms }: Pick<Payment, 'ruled' | 'terms'>,
  profile: Pick<ProfileSettings, 'force3dsChallenge'> | undefined,
): { readonly requestsChallenge: boolean; readonly asksForNoChallenge?: true } {
  switch (ruled?.challenge) {
    case 'requested':
      return { requestsChallenge: true };
    case 'not_requested':
      return { requestsChallenge: false, asksForNoChallenge: true };
    default:
      return { requestsChallenge: (terms.forcesChallenge ?? profile?.force3dsChallenge) === true };
  }
}

export const withAuthentication = <A extends Attempt>(attempt: A, changes: Partial<Authentication>): A =>
  attempt.authentication ? { ...attempt, authentication: { ...attempt.authentication, ...changes } } : attempt;

/** Whether the attempt waits for its authentication. */
export const isAuthenticating = (
  attempt: Attempt,
): attempt is Attempt<'authentication_initiated'> | Attempt<'authenticating'> =>
  hasMark(attempt, 'underWay', 'authenticate');

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
