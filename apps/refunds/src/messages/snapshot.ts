import type { RefundEvent, RefundSnapshot } from '@payorch/contracts';
import type { PaymentRefunds } from '../domain/payment-refunds';
import type { Refund } from '../domain/refund';
import { errorOf, referenceOf } from '../domain/refund';
import { statusOf } from '../domain/refund.status';

/** A refund at one version, whole: what its views, the merchant's webhook and the neighbour are made of. */
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

/** What everybody may know of it: nothing that the merchant wrote, and no text of the processor's. */
export const eventOf = (refund: RefundSnapshot): RefundEvent => ({
  merchantId: refund.merchantId,
  profileId: refund.profileId,
  paymentId: refund.paymentId,
  attemptId: refund.attemptId,
  refundId: refund.refundId,
  version: refund.version,
  occurredAt: refund.occurredAt,
  createdAt: refund.createdAt,
  status: refund.status,
  money: refund.money,
  connector: refund.account.connector,
  merchantConnectorId: refund.account.merchantConnectorId,
  connectorRefundId: refund.connectorRefundId,
  errorCode: refund.error?.code ?? null,
});
