import { syncDelayMs } from '@payorch/operations';
import type { Attempt } from '../attempts/attempt';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import { overdueRequests, stepLimitMs, timedOut } from '../../../authentications/domain/authentication-times';
import { authenticationSync, challengeSync } from '../authentications/authentications';
import { failAuthentication } from './authentication.rules';
import type { Payment } from '../payment';
import { withAttempt } from '../payment';

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
  const overAt = attempt.modifiedAt.getTime() + stepLimitMs[attempt.authentication.state](rules);
  const leftMs = overAt - now.getTime();
  const again = (delayMs: number): Effect => ({ kind: 'sync_later', attemptId: attempt.id, delayMs });
  if (leftMs > 0) {
    // A second return soon after the first has put its sync off until now.
    const sync = challengeSync(payment, attempt);
    return decided({ ...payment, lastLookupAt: now }, [...(sync ? [sync] : []), again(leftMs)]);
  }
  const sync = authenticationSync(payment, attempt);
  if (!sync || attempt.syncCount >= overdueRequests) return failAuthentication(payment, attempt, timedOut, context);
  const counted = { ...attempt, syncCount: attempt.syncCount + 1 };
  return decided({ ...withAttempt(payment, counted), lastLookupAt: now }, [
    sync,
    again(syncDelayMs(rules, counted.syncCount)),
  ]);
}
