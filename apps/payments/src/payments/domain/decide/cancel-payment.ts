import type { DataOf, paymentCancel } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Attempt } from '../attempts/attempt';
import { isIn, move } from '../attempts/attempt';
import { pendingRepliesWith } from '../decision';
import { cannotEnd } from '../state-refusals';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, pendingRepliesOf } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { withRawResponse, rawResponseOf } from '../raw-response';

/** Cancels at once before the authorization was sent; afterwards only the outcome of a void ends the payment. */
export function cancelPayment(
  payment: Payment | undefined,
  command: DataOf<typeof paymentCancel>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = activeAttempt(payment);
  const cancelled = { ...withRawResponse(payment, command), cancellationReason: command.cancellationReason };
  if (isIn(attempt, 'payment_method_awaited', 'confirmation_awaited')) {
    const ended = move(attempt, 'cancelled', { account: null, reference: null }, { modifiedAt: context.now });
    return decided(withSums(withAttempt(cancelled, ended)), [
      { kind: 'reply', pendingReplies: pendingRepliesOf(context) },
    ]);
  }
  // Nothing was sent to a processor; a late result of the authentication changes nothing.
  if (isIn(attempt, 'authenticating')) {
    const ended = move(attempt, 'cancelled', { account: null, reference: null }, { modifiedAt: context.now });
    return decided(withSums(withAttempt({ ...cancelled, pendingReplies: [] }, ended)), [
      { kind: 'cancel_sync', attemptId: attempt.id },
      { kind: 'reply', pendingReplies: pendingRepliesWith(payment, context) },
    ]);
  }
  const followUp = context.newOperationId();
  const changes = { modifiedAt: context.now, syncCount: 0 };
  if (isIn(attempt, 'authorized')) {
    const { facts } = attempt;
    const sent = move(attempt, 'void_sent', { ...facts, followUp, money: facts.authorized, error: null }, changes);
    return voiding(cancelled, sent, command, context);
  }
  if (isIn(attempt, 'partial_charged_and_chargeable')) {
    const sent = move(attempt, 'void_sent', { ...attempt.facts, followUp, error: null }, changes);
    return voiding(cancelled, sent, command, context);
  }
  if (isIn(attempt, 'authentication_pending')) {
    return voiding(cancelled, move(attempt, 'void_sent', { ...attempt.facts, followUp }, changes), command, context);
  }
  return cannotEnd('cancel', payment);
}

/** Sends a void. Callers with a pending reply get the outcome. */
export function voiding(
  payment: Payment,
  sent: Attempt<'void_initiated' | 'remainder_void_initiated' | 'cancellation_initiated'>,
  command: Pick<DataOf<typeof paymentCancel>, 'allKeysRequired'>,
  context: DecideContext,
): Decision {
  const { followUp, account, reference } = sent.facts;
  const effects: Effect[] = [
    {
      kind: 'void',
      operation: { id: followUp, attemptId: sent.id, account },
      reference,
      reason: payment.cancellationReason,
      ...rawResponseOf(command),
    },
    { kind: 'sync_later', attemptId: sent.id, delayMs: context.rules.beginWithinMs },
  ];
  const waiting = {
    ...withAttempt(payment, sent),
    pendingReplies: pendingRepliesWith(payment, context),
  };
  return decided(withSums(waiting), effects);
}
