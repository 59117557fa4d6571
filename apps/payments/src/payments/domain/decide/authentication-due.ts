import { syncDelayMs } from '@payorch/operations';
import type { Attempt } from '../attempt';
import type { DecideContext, Decision, DecideRules, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import type { AuthenticationState } from '../operations/authentication.machine';
import { authenticationSync, challengeSync } from '../operations/authentications';
import { failAuthentication } from '../outcomes/authentication-outcome';
import type { Payment } from '../payment';
import { withAttempt } from '../payment';

/** An overdue result is requested so often before the authentication ends without one. */
const requests = 3;

const timedOut = {
  code: 'AUTHENTICATION_TIMEOUT',
  message: 'The authentication was not completed in time',
  reason: null,
};

/** How long each step may take, from its beginning. A call without an answer is overdue at once. */
const limitOf: { readonly [S in AuthenticationState]: (rules: DecideRules) => number } = {
  pre_authenticating: ({ beginWithinMs }) => beginWithinMs,
  browser_awaited: ({ customerTimeoutMs }) => customerTimeoutMs,
  authenticating: () => 0,
  challenged: ({ customerTimeoutMs }) => customerTimeoutMs,
  succeeded: () => 0,
  failed: () => 0,
};

/**
 * Runs the due job of an authentication: ends it when the time of its step is over. The 3DS server is asked first, where a call is
 * under way: the customer may have completed the challenge without returning.
 */
export function authenticationDue(
  payment: Payment,
  attempt: Attempt<'authentication_initiated'> | Attempt<'authenticating'>,
  context: DecideContext,
): Decision {
  const { now, rules } = context;
  if (!attempt.authentication) return unchanged();
  const overAt = attempt.modifiedAt.getTime() + limitOf[attempt.authentication.state](rules);
  const leftMs = overAt - now.getTime();
  const again = (delayMs: number): Effect => ({ kind: 'sync_later', attemptId: attempt.id, delayMs });
  if (leftMs > 0) {
    // A second return soon after the first has put its sync off until now.
    const sync = challengeSync(payment, attempt);
    return decided({ ...payment, lastLookupAt: now }, [...(sync ? [sync] : []), again(leftMs)]);
  }
  const sync = authenticationSync(payment, attempt);
  if (!sync || attempt.syncCount >= requests) return failAuthentication(payment, attempt, timedOut, context);
  const counted = { ...attempt, syncCount: attempt.syncCount + 1 };
  return decided({ ...withAttempt(payment, counted), lastLookupAt: now }, [
    sync,
    again(syncDelayMs(rules, counted.syncCount)),
  ]);
}
