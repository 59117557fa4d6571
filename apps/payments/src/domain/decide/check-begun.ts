import type { connectorBeginChecked, DataOf } from '@payorch/contracts';
import type { AttemptId } from '@payorch/kernel';
import type { Attempt } from '../attempt';
import { isIn } from '../attempt';
import { checkOf } from '../begin';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged } from '../decision';
import type { Payment } from '../payment';
import { withAttempt } from '../payment';

type Authorizing = Attempt<'authorizing'>;

const authorizing = (payment: Payment | undefined, attemptId: AttemptId): Authorizing | undefined => {
  const attempt = payment?.attempts.find(({ id }) => id === attemptId);
  return attempt && isIn(attempt, 'authorizing') ? attempt : undefined;
};

/** Nothing is shut by it: the command may still run, and whoever waits is told that the payment is under way. */
const leftAlone = (payment: Payment, attempt: Authorizing): Decision =>
  decided({ ...withAttempt(payment, { ...attempt, beginCheck: 'alone' }), waiters: [] }, [
    { kind: 'answer', waiters: payment.waiters },
  ]);

/** Nobody has told of the authorization for a while: the workers are asked, once at a time. */
export function checkBegun(
  payment: Payment | undefined,
  { attemptId }: { attemptId: AttemptId },
  context: DecideContext,
): Decision {
  const attempt = authorizing(payment, attemptId);
  if (!payment || !attempt) return unchanged();
  const { beginCheck } = attempt;
  if (beginCheck === 'begun' || beginCheck === 'alone') return unchanged();
  if (beginCheck === 'asked') return leftAlone(payment, attempt);
  const asked = withAttempt(payment, { ...attempt, beginCheck: 'asked' });
  const { beginReplyMs: delayMs } = context.rules;
  return decided(asked, [checkOf(payment, attempt, context), { kind: 'check_later', attemptId, delayMs }]);
}

/** What the workers said. That it was shut is an outcome, and no word of theirs here lets another account begin. */
export function applyBeginCheck(
  payment: Payment | undefined,
  { attemptId, operationId, account, verdict }: DataOf<typeof connectorBeginChecked>,
  { rules }: DecideContext,
): Decision {
  const attempt = authorizing(payment, attemptId);
  if (!payment || !attempt || attempt.facts.operation !== operationId || attempt.beginCheck === 'begun')
    return unchanged();
  switch (verdict) {
    case 'begun':
      return decided(withAttempt(payment, { ...attempt, beginCheck: 'begun', facts: { ...attempt.facts, account } }));
    case 'waiting':
      return decided(withAttempt(payment, { ...attempt, beginCheck: 'waiting' }), [
        { kind: 'check_later', attemptId, delayMs: rules.beginCheckAfterMs },
      ]);
    case 'alone':
      return leftAlone(payment, attempt);
  }
}
