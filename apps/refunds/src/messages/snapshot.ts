import type { RefundSnapshot } from '@payorch/contracts';
import type { PaymentRefunds } from '../domain/payment-refunds';
import type { Refund } from '../domain/refund';
import { errorOf, referenceOf } from '../domain/refund';
import { statusOf } from '../domain/refund.status';

/** What everybody may know of a refund at one version. */
export const snapshotOf = (
  { merchantId, paymentId }: Pick<PaymentRefunds, 'merchantId' | 'paymentId'>,
  refund: Refund,
): RefundSnapshot => ({
  merchantId,
  profileId: refund.profileId,
  paymentId,
  attemptId: refund.attemptId,
  refundId: refund.id,
  version: refund.version,
  occurredAt: refund.modifiedAt.toISOString(),
  createdAt: refund.createdAt.toISOString(),
  status: statusOf(refund),
  money: refund.money,
  account: refund.account,
  connectorRefundId: referenceOf(refund),
  reason: refund.reason,
  metadata: refund.metadata,
  splitRefunds: refund.splitRefunds,
  error: errorOf(refund),
});
