import type { connectorBeginChecked, DataOf } from '@payorch/contracts';
import type { AttemptId } from '@payorch/kernel';
import type { Attempt } from '../attempts/attempt';
import { isIn } from '../attempts/attempt';
import { beginCheckOf } from './authorize-operation';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged } from '../decision';
import type { Payment } from '../payment';
import { withAttempt } from '../payment';

type Authorizing = Attempt<'authorizing'>;

const authorizing = (payment: Payment | undefined, attemptId: AttemptId): Authorizing | undefined => {
  const attempt = payment?.attempts.find(({ id }) => id === attemptId);
  return attempt && isIn(attempt, 'authorizing') ? attempt : undefined;
};

/** Replies that the payment is processing. The command stays open and may still run. */
const withoutWorker = (payment: Payment, attempt: Authorizing): Decision =>
  decided({ ...withAttempt(payment, { ...attempt, beginCheck: 'no_workers' }), pendingReplies: [] }, [
    { kind: 'reply', pendingReplies: payment.pendingReplies },
  ]);

/** Checks with the workers whether an authorization without an outcome has begun, one check at a time. */
export function checkBegin(
  payment: Payment | undefined,
  { attemptId }: { attemptId: AttemptId },
  context: DecideContext,
): Decision {
  const attempt = authorizing(payment, attemptId);
  if (!payment || !attempt) return unchanged();
  const { beginCheck } = attempt;
  if (beginCheck === 'begun' || beginCheck === 'no_workers') return unchanged();
  if (beginCheck === 'checking') return withoutWorker(payment, attempt);
  const checking = withAttempt(payment, { ...attempt, beginCheck: 'checking' });
  const { beginReplyTimeoutMs: delayMs } = context.rules;
  return decided(checking, [
    beginCheckOf(payment, attempt, context),
    { kind: 'check_begin_later', attemptId, delayMs },
  ]);
}

/**
 * The time to the next check of a command that waits for running workers: three times as long as it has waited, at most as long as it
 * may wait to begin. A frozen account may have thousands of them, whose checks must cost less than payments do.
 */
function nextCheckMs({ modifiedAt }: Authorizing, { now, rules }: Pick<DecideContext, 'now' | 'rules'>): number {
  const waitedMs = now.getTime() - modifiedAt.getTime();
  return Math.max(rules.beginCheckAfterMs, Math.min(3 * waitedMs, rules.beginWithinMs));
}

/** Applies the workers' verdict. No verdict lets another account begin: only the outcome `not_sent` of the closed row does. */
export function applyBeginCheck(
  payment: Payment | undefined,
  { attemptId, operationId, account, verdict }: DataOf<typeof connectorBeginChecked>,
  context: DecideContext,
): Decision {
  const attempt = authorizing(payment, attemptId);
  if (!payment || !attempt || attempt.facts.operation !== operationId || attempt.beginCheck === 'begun')
    return unchanged();
  switch (verdict) {
    case 'begun':
      return decided(withAttempt(payment, { ...attempt, beginCheck: 'begun', facts: { ...attempt.facts, account } }));
    case 'waiting':
      return decided(withAttempt(payment, { ...attempt, beginCheck: 'waiting' }), [
        { kind: 'check_begin_later', attemptId, delayMs: nextCheckMs(attempt, context) },
      ]);
    case 'no_other_account':
      return withoutWorker(payment, attempt);
  }
}
