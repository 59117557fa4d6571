import type { DataOf, paymentCheck, paymentReturn, paymentSync } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { AttemptId } from '@payorch/kernel';
import { afterScheduledSync } from '@payorch/operations';
import { followUpSync, syncOf } from '../outcomes/sync-effects';
import { nextSync } from '../attempts/next-sync';
import type { Attempt } from '../attempts/attempt';
import { isIn } from '../attempts/attempt';
import { needsSync } from '../attempts/attempt.machine';
import { routeOf } from '../authorization/authorize-operation';
import { pendingRepliesWith } from '../decision';
import { checkCaller } from '../client/caller';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged, pendingRepliesOf } from '../decision';
import { isAuthenticating } from '../authentications/authentications';
import type { Payment } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { withRawResponse, rawResponseOf } from '../raw-response';
import { authenticationDue } from '../outcomes/authentication-due';
import { requestRefundSnapshots } from './request-refund-snapshots';

/** `force_sync`: syncs where the processor or the refunds service may know more, else replies at once. */
export function syncPayment(
  payment: Payment | undefined,
  command: DataOf<typeof paymentSync>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  return (
    checkCaller(payment, command.caller, context.now) ??
    requestSync(payment, context, command.caller.kind === 'merchant' ? command : {}) ??
    requestRefundSnapshots(payment, command, context)
  );
}

/** Follows a command without an answer in time, in the same order: replies with the payment after that command. */
export function checkPayment(
  payment: Payment | undefined,
  { caller }: DataOf<typeof paymentCheck>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  return checkCaller(payment, caller, context.now) ?? answerNow(context);
}

/**
 * Syncs a payment whose customer returns, since the browser's data proves nothing. A return soon after another waits for the
 * next sync: any number of returns costs one sync in `returnLookupEveryMs`. Where none will come, it gets the present state.
 */
export function customerReturned(
  payment: Payment | undefined,
  _command: DataOf<typeof paymentReturn>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = activeAttempt(payment);
  const { lastLookupAt } = payment;
  const nextAt = lastLookupAt === null ? 0 : lastLookupAt.getTime() + context.rules.returnLookupEveryMs;
  const delayMs = nextAt - context.now.getTime();
  if (delayMs <= 0) return syncNow(payment, context, { lastLookupAt: context.now });
  // A caller may sync an authorization, which no schedule does: a return that waits for one would get no answer.
  if (!isAuthenticating(attempt) && !scheduledSync(payment, attempt, context)) return answerNow(context);
  return decided({ ...payment, pendingReplies: pendingRepliesWith(payment, context) }, [
    { kind: 'sync_later', attemptId: attempt.id, delayMs },
  ]);
}

/** Syncs and replies with the outcome; replies at once where no outcome is awaited. */
export const syncNow = (
  payment: Payment,
  context: DecideContext,
  changes: Partial<Pick<Payment, 'lastLookupAt'>> = {},
): Decision => requestSync({ ...payment, ...changes }, context) ?? answerNow(context);

const answerNow = (context: DecideContext): Decision =>
  unchanged([{ kind: 'reply', pendingReplies: pendingRepliesOf(context) }]);

/** Undefined where no outcome is awaited. */
function requestSync(
  payment: Payment,
  context: DecideContext,
  request: Parameters<typeof rawResponseOf>[0] = {},
): Decision | undefined {
  const attempt = activeAttempt(payment);
  const sync = syncOf(payment, attempt);
  if (!sync) return undefined;
  // Of an authentication only overdue syncs count: no number of returns ends it early.
  const syncCount = attempt.syncCount + (isAuthenticating(attempt) ? 0 : 1);
  const counted = withAttempt(withRawResponse(payment, request), { ...attempt, syncCount });
  return decided({ ...counted, pendingReplies: pendingRepliesWith(payment, context) }, [
    { ...sync, ...rawResponseOf(request) },
  ]);
}

/** Without an account the route request is repeated: the worker that has the operation answers it. */
function scheduledSync(payment: Payment, attempt: Attempt, context: DecideContext): Effect | undefined {
  if (isIn(attempt, 'authorizing')) return syncOf(payment, attempt) ?? routeOf(payment, attempt, context);
  if (needsSync(attempt.state)) return syncOf(payment, attempt);
  return followUpSync(payment, attempt);
}

/** Runs a due sync job, and plans the next sync before the outcome, so that a lost outcome costs nothing. */
export function syncOnSchedule(
  payment: Payment | undefined,
  { attemptId }: { attemptId: AttemptId },
  context: DecideContext,
): Decision {
  const attempt = payment?.attempts.find(({ id }) => id === attemptId);
  if (!payment || !attempt) return unchanged();
  if (isAuthenticating(attempt)) return authenticationDue(payment, attempt, context);
  const sync = scheduledSync(payment, attempt, context);
  if (!sync) return unchanged();
  const { syncCount, isStillUnknown } = afterScheduledSync(attempt.syncCount, context.rules);
  const counted = { ...attempt, syncCount };
  const effects: Effect[] = [sync, nextSync(counted, context)];
  if (isStillUnknown) {
    effects.push({ kind: 'incident', attemptId, incident: 'still_unknown' });
  }
  return decided({ ...withAttempt(payment, counted), lastLookupAt: context.now }, effects);
}
