import type { Unanswered } from '@payorch/contracts';
import { isWaitedFor, nextUnansweredSync, stillUnknownAfterMs } from '../asking';
import type { Attempt } from '../attempt';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import type { Payment } from '../payment';
import { withAttempt } from '../payment';

/**
 * A sync came back without an answer of the processor: nothing is known that was not known before. Whoever waits is answered
 * so, and the next sync is planned anew, since this one was no round of the schedule.
 */
export function unansweredSync(
  payment: Payment,
  attempt: Attempt,
  unanswered: Unanswered,
  context: DecideContext,
): Decision {
  const { waiters } = payment;
  const answer: Effect[] = waiters.length > 0 ? [{ kind: 'answer', waiters }] : [];
  if (!isWaitedFor(payment, attempt))
    return waiters.length > 0 ? decided({ ...payment, waiters: [] }, answer) : unchanged();
  const { asked, effects } = nextUnansweredSync(attempt, unanswered, context);
  const counted = withAttempt(payment, { ...attempt, asked });
  const sinceMs = context.now.getTime() - attempt.modifiedAt.getTime();
  const incidents: Effect[] =
    sinceMs > stillUnknownAfterMs(context.rules)
      ? [{ kind: 'incident', attemptId: attempt.id, incident: 'still_unknown' }]
      : [];
  return decided({ ...counted, waiters: [] }, [...effects, ...incidents, ...answer]);
}
