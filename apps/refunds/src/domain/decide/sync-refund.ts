import type { DataOf, refundCheck, refundSync } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged, pendingRepliesOf } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { refundIn, withRefund } from '../payment-refunds';
import { isSyncable } from '../refund.machine';

/** `force_sync`: syncs with the processor while the outcome is open, else replies at once. */
export function syncRefund(
  refunds: PaymentRefunds | undefined,
  { refundId, namedCredentials }: DataOf<typeof refundSync>,
  context: DecideContext,
): Decision {
  const refund = refundIn(refunds, refundId);
  if (!refunds || !refund) return refuse('refund_not_found');
  if (namedCredentials && !namedCredentials.includes(refund.account.merchantConnectorId)) {
    return refuse('precondition_failed', { message: 'merchant_connector_details differ from those of the refund' });
  }
  if (!isSyncable(refund.state))
    return unchanged([{ kind: 'reply', refundId, pendingReplies: pendingRepliesOf(context) }]);
  const pendingReplies = [...refund.pendingReplies, ...pendingRepliesOf(context)];
  const syncing = { ...refund, syncCount: refund.syncCount + 1, pendingReplies };
  return decided(withRefund(refunds, syncing), [{ kind: 'sync', refund: syncing }]);
}

/** The gateway sends this query after a command that timed out; it replies with the command's outcome. */
export function checkRefund(
  refunds: PaymentRefunds | undefined,
  { refundId }: DataOf<typeof refundCheck>,
  context: DecideContext,
): Decision {
  if (!refundIn(refunds, refundId)) return refuse('refund_not_found');
  return unchanged([{ kind: 'reply', refundId, pendingReplies: pendingRepliesOf(context) }]);
}
