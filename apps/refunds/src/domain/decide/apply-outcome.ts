import { unchanged } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { decideFollowed, refundFollower, type RefundOutcome } from '../follow-refund';
import type { PaymentRefunds } from '../payment-refunds';
import { refundIn } from '../payment-refunds';

/** Applies an outcome to the refund that it is about. */
export function applyOutcome(
  refunds: PaymentRefunds | undefined,
  event: RefundOutcome,
  context: DecideContext,
): Decision {
  const refund = refundIn(refunds, event.refundId);
  if (!refunds || refund?.operation !== event.operationId) return unchanged();
  return decideFollowed(refunds, refundFollower.outcome(refund, event, context), context.now);
}
