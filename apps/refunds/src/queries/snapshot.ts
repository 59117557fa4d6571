import type { FindGsmRule, RefundEvent, RefundSnapshot, UnifiedError } from '@payorch/contracts';
import { baseAccountOf, gsmRuleFor, unifiedBy } from '@payorch/contracts';
import type { PaymentRefunds } from '../domain/payment-refunds';
import type { Refund } from '../domain/refund';
import { errorOf, referenceOf } from '../domain/refund';
import { statusOf } from '../domain/refund.status';

/** Looks up a failed refund's error by the rules of refunds first, then by the rules of a failed payment. */
const steps = [
  { flow: 'refund_flow', subFlow: 'sub_flow' },
  { flow: 'Payment', subFlow: 'Authorize' },
];

function unifiedOf(refund: Refund, gsmRule: FindGsmRule): UnifiedError | null {
  const error = errorOf(refund);
  const { cardNetwork, account } = refund;
  return error && unifiedBy(gsmRuleFor({ connector: account.connector, cardNetwork, error, steps }, gsmRule));
}

/** A refund at one version with all its fields: the source of replies, the merchant's webhook and the message to payments. */
export const snapshotOf = (
  { merchantId, paymentId }: Pick<PaymentRefunds, 'merchantId' | 'paymentId'>,
  refund: Refund,
  gsmRule: FindGsmRule,
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
  unified: unifiedOf(refund, gsmRule),
});

/** The public event: no text of the merchant and no text of the processor. */
export const lifecycleEventOf = (refund: RefundSnapshot): RefundEvent => ({
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
  merchantConnectorId: baseAccountOf(refund.account.merchantConnectorId),
  connectorRefundId: refund.connectorRefundId,
  errorCode: refund.error?.code ?? null,
});
