import type { DataOf, paymentCancel } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Attempt } from '../attempt';
import { isIn, move } from '../attempt';
import { waitingFor } from '../begin';
import { cannot } from '../cannot';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, waitersOf } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { showingWhole, wholeOf } from '../whole-answer';

/** Before any processor heard of it a cancel is ours alone; afterwards only the processor's word ends the payment. */
export function cancelPayment(
  payment: Payment | undefined,
  asked: DataOf<typeof paymentCancel>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = activeAttempt(payment);
  const cancelled = { ...showingWhole(payment, asked), cancellationReason: asked.cancellationReason };
  if (isIn(attempt, 'payment_method_awaited', 'confirmation_awaited')) {
    const ended = move(attempt, 'cancelled', { account: null, reference: null }, context.now);
    return decided(withSums(withAttempt(cancelled, ended)), [{ kind: 'answer', waiters: waitersOf(context) }]);
  }
  const following = context.newOperationId();
  const { now } = context;
  if (isIn(attempt, 'authorized')) {
    const { facts } = attempt;
    const sent = move(attempt, 'void_sent', { ...facts, following, money: facts.held, error: null }, now);
    return voiding(cancelled, sent, asked, context);
  }
  if (isIn(attempt, 'authentication_pending')) {
    return voiding(cancelled, move(attempt, 'void_sent', { ...attempt.facts, following }, now), asked, context);
  }
  return cannot('cancel', payment);
}

function voiding(
  payment: Payment,
  sent: Attempt<'void_initiated' | 'cancellation_initiated'>,
  asked: DataOf<typeof paymentCancel>,
  context: DecideContext,
): Decision {
  const { following, account, reference } = sent.facts;
  const effects: Effect[] = [
    {
      kind: 'void',
      operation: { id: following, attemptId: sent.id, account },
      reference,
      reason: payment.cancellationReason,
      ...wholeOf(asked),
    },
    { kind: 'ask_later', attemptId: sent.id, delayMs: context.rules.beginWithinMs },
  ];
  const waiting = { ...withAttempt(payment, { ...sent, asked: 0 }), waiters: waitingFor(payment, context) };
  return decided(withSums(waiting), effects);
}
