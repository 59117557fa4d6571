import type { FindGsmRule, Outgoing } from '@payorch/contracts';
import {
  operationCommands,
  connectorRefundSync,
  outgoing,
  postCaptureVoidRefused,
  postCaptureVoidReserved,
  refundObject,
} from '@payorch/contracts';
import type { RefundId } from '@payorch/kernel';
import { type Performers, repliesTo } from '@payorch/platform/resources';
import type { Effect } from '../domain/decision';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { refundIn } from '../domain/payment-refunds';
import type { Refund } from '../domain/refund';
import { referenceOf } from '../domain/refund';
import { snapshotOf } from '../queries/snapshot';

/** What each effect does, on the payment with the raised versions. */
export const performersWith = (gsmRule: FindGsmRule): Performers<PaymentRefunds, Effect> => ({
  refund: (payment, { refundId }) => ({ messages: about(payment, refundId, refundMessage) }),
  sync: (payment, { refundId }) => ({ messages: about(payment, refundId, syncMessage) }),
  reply(payment, { refundId, pendingReplies }) {
    const refund = refundIn(payment, refundId);
    return refund ? repliesTo(pendingReplies, { kind: 'response', body: viewOf(payment, refund, gsmRule) }) : {};
  },
  acknowledge: (_, { pendingReplies }) => repliesTo(pendingReplies, { kind: 'response', body: Buffer.alloc(0) }),
  void_reserved: ({ merchantId, paymentId }, { operation: operationId }) => ({
    messages: [outgoing(postCaptureVoidReserved, { merchantId, paymentId, operationId })],
  }),
  void_refused: ({ merchantId, paymentId }, { operation: operationId }) => ({
    messages: [outgoing(postCaptureVoidRefused, { merchantId, paymentId, operationId })],
  }),
  // The repository writes the row.
  incident: () => ({}),
});

type Message = (payment: PaymentRefunds, refund: Refund) => Outgoing;

function about(payment: PaymentRefunds, refundId: RefundId, message: Message): Outgoing[] {
  const refund = refundIn(payment, refundId);
  return refund ? [message(payment, refund)] : [];
}

const operationFields = ({ merchantId, paymentId }: PaymentRefunds, refund: Refund) => ({
  operationId: refund.operation,
  merchantId,
  profileId: refund.profileId,
  paymentId,
  attemptId: refund.attemptId,
  refundId: refund.id,
  account: refund.account,
  ...(refund.splitRefund?.connectedAccount && { connectedAccount: refund.splitRefund.connectedAccount }),
  money: refund.money,
});

const refundMessage: Message = (payment, refund) =>
  outgoing(operationCommands.refund, {
    ...operationFields(payment, refund),
    reference: refund.paymentReference,
    charged: payment.charged,
    reason: refund.reason,
    metadata: refund.metadata,
    ...(refund.splitRefund && {
      reverts: { platformFee: refund.splitRefund.revertsFee, transfer: refund.splitRefund.revertsTransfer },
    }),
  });

/** The refund's version numbers the sync: an outcome under an earlier number counts as redelivered. */
const syncMessage: Message = (payment, refund) =>
  outgoing(connectorRefundSync, {
    ...operationFields(payment, refund),
    reference: referenceOf(refund),
    paymentReference: refund.paymentReference,
    round: refund.version,
  });

/** The body of a reply; the gateway passes the bytes through. */
export const viewOf = (payment: PaymentRefunds, refund: Refund, gsmRule: FindGsmRule): Buffer =>
  Buffer.from(JSON.stringify(refundObject(snapshotOf(payment, refund, gsmRule))));
