import type { Unanswered } from '@payorch/contracts';
import { stillUnknownAfterMs } from '@payorch/operations';
import { awaitsOutcome, nextUnansweredSync } from './sync-effects';
import type { Attempt } from '../attempts/attempt';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import type { Payment } from '../payment';
import { withAttempt } from '../payment';

/**
 * Applies a sync without an answer of the processor: the outcome stays unknown. Callers get the present state, and the next
 * sync is planned again, since this one does not count as a round.
 */
export function unansweredSync(
  payment: Payment,
  attempt: Attempt,
  unanswered: Unanswered,
  context: DecideContext,
): Decision {
  const { pendingReplies } = payment;
  const answer: Effect[] = pendingReplies.length > 0 ? [{ kind: 'reply', pendingReplies }] : [];
  if (!awaitsOutcome(payment, attempt))
    return pendingReplies.length > 0 ? decided({ ...payment, pendingReplies: [] }, answer) : unchanged();
  const { syncCount, effects } = nextUnansweredSync(attempt, unanswered, context);
  const counted = withAttempt(payment, { ...attempt, syncCount });
  const sinceMs = context.now.getTime() - attempt.modifiedAt.getTime();
  const incidents: Effect[] =
    sinceMs > stillUnknownAfterMs(context.rules)
      ? [{ kind: 'incident', attemptId: attempt.id, incident: 'still_unknown' }]
      : [];
  return decided({ ...counted, pendingReplies: [] }, [...effects, ...incidents, ...answer]);
}
