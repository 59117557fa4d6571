import type { DataOf, paymentIncrement } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import { isIn, move } from '../attempts/attempt';
import { pendingRepliesWith } from '../decision';
import { cannot } from '../state-refusals';
import type { DecideContext, Decision } from '../decision';
import { decided } from '../decision';
import { mayIncrement } from './increments';
import type { Increment } from './increment';
import type { Payment } from '../payment';
import { activeAttempt, netAmount, withAttempt } from '../payment';
import { knownStatusOf, withSums } from '../payment.status';

type Command = DataOf<typeof paymentIncrement>;

/** Requests a higher authorized amount. Until it succeeds, only the earlier authorized amount may be captured. */
export function incrementPayment(
  payment: Payment | undefined,
  { amount, reason }: Command,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = activeAttempt(payment);
  if (!isIn(attempt, 'authorized') || knownStatusOf(payment) !== 'requires_capture')
    return cannot('increment authorization', payment);
  if (!mayIncrement(payment, attempt))
    return cannot('increment authorization', payment, 'is not allowed for incremental_authorization');
  if (amount <= payment.money.amount) {
    return refuse('precondition_failed', { message: 'Amount should be greater than original authorized amount' });
  }
  const { account, reference, authorized } = attempt.facts;
  const followUp = context.newOperationId();
  const requested = netAmount({ ...payment, money: money(amount, authorized.currency) });
  const facts = { ...attempt.facts, followUp, money: requested, error: null };
  const sent = move(attempt, 'increment_sent', facts, { modifiedAt: context.now, syncCount: 0 });
  const increment: Increment = {
    id: `auth_${context.randomText(20)}`,
    operation: followUp,
    status: 'processing',
    amount,
    previous: payment.money.amount,
    error: null,
  };
  const waiting = { ...withAttempt(payment, sent), pendingReplies: pendingRepliesWith(payment, context) };
  return decided(withSums({ ...waiting, increments: [...payment.increments, increment] }), [
    {
      kind: 'increment',
      operation: { id: followUp, attemptId: attempt.id, account },
      reference,
      money: requested,
      authorized,
      reason,
    },
    { kind: 'sync_later', attemptId: attempt.id, delayMs: context.rules.beginWithinMs },
  ]);
}
