import type { DataOf, Refusal, paymentEndReview } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { moveState } from '@payorch/kernel';
import { captureMachine } from '@payorch/operations';
import type { Attempt } from '../attempts/attempt';
import { isIn, move } from '../attempts/attempt';
import type { DecideContext, Decision } from '../decision';
import { decided, pendingRepliesOf } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { attemptStatusOf, knownStatusOf, withSums } from '../payment.status';

/**
 * An operator decides about a capture whose processor reports it as failed after it had reported it as charged. `charged` upholds the
 * charge, and the same report no longer counts; `capture_failed` ends the payment as failed. Nothing is sent to the processor.
 */
export function endReview(
  payment: Payment | undefined,
  { attemptStatus }: DataOf<typeof paymentEndReview>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = activeAttempt(payment);
  if (!isIn(attempt, 'capture_review')) {
    return refuse('invalid_request', {
      message: `Payment status must be 'review' to perform manual status update, current status is '${knownStatusOf(payment)}'`,
    });
  }
  const ended = endedAs(attempt, attemptStatus, context.now);
  if (isRefusal(ended)) return ended;
  const { merchantId, paymentId } = payment;
  const unchanged = { errorCode: null, errorMessage: null, errorReason: null, connectorTransactionId: null };
  const command = { merchantId, paymentId, attemptId: attempt.id, attemptStatus, ...unchanged, amountCapturable: null };
  return decided(withSums(withAttempt(withCaptureAfter(payment, attempt, ended), ended)), [
    { kind: 'manual_update', attemptId: attempt.id, statusBefore: attemptStatusOf(payment, attempt), command },
    { kind: 'reply', pendingReplies: pendingRepliesOf(context) },
  ]);
}

type Ended = Attempt<'charged' | 'partial_charged' | 'capture_failed'>;

function endedAs(attempt: Attempt<'capture_review'>, wanted: string, modifiedAt: Date): Ended | Refusal {
  const { operation, account, reference, charged, isPart, error } = attempt.facts;
  const atProcessor = { operation, account, reference };
  const upheld = { ...atProcessor, charged, isUpheld: true } as const;
  if (wanted === 'capture_failed') {
    // Of the authorized amount only the captured part is still known.
    return move(attempt, 'declared_failed', { ...atProcessor, authorized: charged, error }, { modifiedAt });
  }
  if (wanted === 'charged' || (wanted === 'partial_charged' && isPart)) {
    return isPart
      ? move(attempt, 'declared_partly_charged', upheld, { modifiedAt })
      : move(attempt, 'declared_charged', upheld, { modifiedAt });
  }
  return refuse('invalid_request', { message: `attempt_status cannot become ${wanted}: it is capture_review` });
}

/** A failed capture captured nothing. */
function withCaptureAfter(payment: Payment, { facts }: Attempt<'capture_review'>, ended: Ended): Payment {
  if (ended.state !== 'capture_failed') return payment;
  const { modifiedAt } = ended;
  return {
    ...payment,
    captures: payment.captures.map((one) =>
      one.operation === facts.capture && one.status === 'charged'
        ? { ...one, status: moveState(captureMachine, one.status, 'declared_failed'), error: facts.error, modifiedAt }
        : one,
    ),
  };
}
