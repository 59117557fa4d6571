import type { DataOf, Refusal, RefundRequest, refundCreate } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { isIn } from '../attempt';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';

const refundableForMs = 365 * 86_400_000;

/** Judges what only the payment knows, and adds it to the wish. What may still be given back is for the owner of refunds to say. */
export function refundPayment(
  payment: Payment | undefined,
  command: DataOf<typeof refundCreate>,
  now: Date,
): RefundRequest | Refusal {
  if (!payment) return refuse('payment_not_found');
  const attempt = activeAttempt(payment);
  if (!isIn(attempt, 'charged', 'partial_charged')) {
    const states = 'succeeded, partially_captured';
    return refuse('wrong_payment_state', { flow: 'refund', field: 'status', value: statusOf(payment), states });
  }
  if (now.getTime() - payment.createdAt.getTime() > refundableForMs) {
    return refuse('invalid_format', { field: 'created_at', expected: 'created_at not older than 365 days' });
  }
  const { account, reference, charged } = attempt.facts;
  return { ...command, profileId: payment.profileId, attemptId: attempt.id, account, reference, charged };
}
