import type { DataOf, refundUpdate } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { DecideContext, Decision } from '../decision';
import { decided, waitersOf } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { refundIn, withRefund } from '../payment-refunds';

/** The merchant's own words about a refund, in any state of it. What was not sent, or as null, stays. */
export function updateRefund(
  refunds: PaymentRefunds | undefined,
  { refundId, reason, metadata }: DataOf<typeof refundUpdate>,
  context: DecideContext,
): Decision {
  const refund = refundIn(refunds, refundId);
  if (!refunds || !refund) return refuse('refund_not_found');
  const changed = { ...refund, reason: reason ?? refund.reason, metadata: metadata ?? refund.metadata };
  return decided(withRefund(refunds, changed), [{ kind: 'answer', refundId, waiters: waitersOf(context) }]);
}
