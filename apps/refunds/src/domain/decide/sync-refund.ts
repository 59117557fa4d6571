import type { DataOf, refundCheck, refundSync } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { unchanged } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { decideFollowed, refundFollower } from '../follow-refund';
import type { PaymentRefunds } from '../payment-refunds';
import { refundIn } from '../payment-refunds';

/** `force_sync`: syncs with the processor while the outcome is open, else replies at once. */
export function syncRefund(
  refunds: PaymentRefunds | undefined,
  { refundId, namedCredentials }: DataOf<typeof refundSync>,
  { now, pendingReplies }: DecideContext,
): Decision {
  const refund = refundIn(refunds, refundId);
  if (!refunds || !refund) return refuse('refund_not_found');
  if (namedCredentials && !namedCredentials.includes(refund.account.merchantConnectorId)) {
    return refuse('precondition_failed', { message: 'merchant_connector_details differ from those of the refund' });
  }
  if (!refundFollower.isOpen(refund)) return unchanged([{ kind: 'reply', refundId, pendingReplies }]);
  return decideFollowed(refunds, refundFollower.sync(refund, pendingReplies), now);
}

/** The gateway sends this query after a command that timed out; it replies with the command's outcome. */
export function checkRefund(
  refunds: PaymentRefunds | undefined,
  { refundId }: DataOf<typeof refundCheck>,
  { pendingReplies }: DecideContext,
): Decision {
  if (!refundIn(refunds, refundId)) return refuse('refund_not_found');
  return unchanged([{ kind: 'reply', refundId, pendingReplies }]);
}
