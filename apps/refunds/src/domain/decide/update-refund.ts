import type { DataOf, refundUpdate } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { decided } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { refundIn, withRefund } from '../payment-refunds';

/** Updates the merchant's reason and metadata, in any state. An absent or null field stays unchanged. */
export function updateRefund(
  refunds: PaymentRefunds | undefined,
  { refundId, reason, metadata }: DataOf<typeof refundUpdate>,
  { pendingReplies }: DecideContext,
): Decision {
  const refund = refundIn(refunds, refundId);
  if (!refunds || !refund) return refuse('refund_not_found');
  const changed = { ...refund, reason: reason ?? refund.reason, metadata: metadata ?? refund.metadata };
  return decided(withRefund(refunds, changed), [{ kind: 'reply', refundId, pendingReplies }]);
}
