import type { DataOf, paymentApprove, paymentReject } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MinorUnits } from '@payorch/kernel';
import { cannotEnd, checkOpen } from '../state-refusals';
import type { DecideContext, Decision } from '../decision';
import type { Payment } from '../payment';
import { cancelPayment } from './cancel-payment';
import { capturePayment } from '../captures/capture-payment';

/** Captures the whole authorized amount after the merchant's review; refused like a capture where nothing is authorized. */
export function approvePayment(
  payment: Payment | undefined,
  about: DataOf<typeof paymentApprove>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const approved: Payment = { ...payment, merchantDecision: 'approved' };
  const whole = { ...about, amountToCapture: uncapturedOf(payment), details: {} };
  return checkOpen('approve', payment) ?? capturePayment(approved, whole, context);
}

/** What is left, where each of several captures must name its amount; null: the authorized amount. */
const uncapturedOf = ({ captureMethod, amountCapturable }: Payment): MinorUnits | null =>
  captureMethod === 'manual_multiple' ? amountCapturable : null;

/** Cancels the payment after the merchant's review, and voids its authorization. */
export function rejectPayment(
  payment: Payment | undefined,
  about: DataOf<typeof paymentReject>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const rejected: Payment = { ...payment, merchantDecision: 'rejected' };
  const decision = cancelPayment(rejected, { ...about, cancellationReason: 'Rejected by merchant' }, context);
  return decision.kind === 'refused' ? cannotEnd('reject', payment) : decision;
}
