import type { DataOf, paymentIncrement } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import { isIn, move } from '../attempt';
import { waitingFor } from '../begin';
import { cannot } from '../cannot';
import type { DecideContext, Decision } from '../decision';
import { decided } from '../decision';
import { mayIncrement } from '../increments';
import type { Increment, Payment } from '../payment';
import { activeAttempt, netAmount, withAttempt } from '../payment';
import { withSums } from '../payment.status';

type Command = DataOf<typeof paymentIncrement>;

/** Asks the processor to hold more. Until it has said so, what was held before is all that may be captured. */
export function incrementPayment(
  payment: Payment | undefined,
  { amount, reason }: Command,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = activeAttempt(payment);
  if (!isIn(attempt, 'authorized')) return cannot('increment authorization', payment);
  if (!mayIncrement(payment, attempt))
    return cannot('increment authorization', payment, 'is not allowed for incremental_authorization');
  if (amount <= payment.money.amount) {
    return refuse('precondition_failed', { message: 'Amount should be greater than original authorized amount' });
  }
  const { account, reference, held } = attempt.facts;
  const following = context.newOperationId();
  const asked = netAmount({ ...payment, money: money(amount, held.currency) });
  const sent = {
    ...move(attempt, 'increment_sent', { ...attempt.facts, following, money: asked, error: null }, context.now),
    asked: 0,
  };
  const increment: Increment = {
    id: `auth_${context.randomText(20)}`,
    operation: following,
    status: 'processing',
    amount,
    previous: payment.money.amount,
    error: null,
  };
  const waiting = { ...withAttempt(payment, sent), waiters: waitingFor(payment, context) };
  return decided(withSums({ ...waiting, increments: [...payment.increments, increment] }), [
    {
      kind: 'increment',
      operation: { id: following, attemptId: attempt.id, account },
      reference,
      money: asked,
      held,
      reason,
    },
    { kind: 'ask_later', attemptId: attempt.id, delayMs: context.rules.beginWithinMs },
  ]);
}
