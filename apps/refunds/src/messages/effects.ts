import type { FindGsmRule, Outgoing } from '@payorch/contracts';
import {
  connectorRefund,
  connectorRefundSync,
  outgoing,
  postCaptureVoidRefused,
  postCaptureVoidReserved,
  refundObject,
} from '@payorch/contracts';
import type { AddressedReply } from '@payorch/platform/shell';
import type { Effect } from '../domain/decision';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { refundIn } from '../domain/payment-refunds';
import type { Refund, PendingReply } from '../domain/refund';
import { referenceOf } from '../domain/refund';
import { snapshotOf } from './snapshot';

/** The messages and replies that the shell sends for one decision. */
export interface Performed {
  readonly messages: Outgoing[];
  readonly replies: AddressedReply[];
}

/** Turns effects into messages and replies. `payment` is the state that will be saved, with the raised versions. */
export function perform(payment: PaymentRefunds, effects: readonly Effect[], gsmRule: FindGsmRule): Performed {
  const done: Performed = { messages: [], replies: [] };
  for (const effect of effects) performOne(payment, effect, gsmRule, done);
  return done;
}

function performOne(payment: PaymentRefunds, effect: Effect, gsmRule: FindGsmRule, done: Performed): void {
  switch (effect.kind) {
    case 'refund':
      done.messages.push(refundMessage(payment, effect.refund));
      return;
    case 'sync':
      // The saved refund carries the raised version, which numbers the sync: an outcome under an earlier number counts as redelivered.
      done.messages.push(syncMessage(payment, refundIn(payment, effect.refund.id) ?? effect.refund));
      return;
    case 'reply': {
      const refund = refundIn(payment, effect.refundId);
      if (refund)
        done.replies.push(
          ...effect.pendingReplies.map((pending) => replyTo(pending, viewOf(payment, refund, gsmRule))),
        );
      return;
    }
    case 'acknowledge':
      done.replies.push(...effect.pendingReplies.map((pending) => replyTo(pending, Buffer.alloc(0))));
      return;
    case 'void_reserved':
    case 'void_refused': {
      const { merchantId, paymentId } = payment;
      const definition = effect.kind === 'void_reserved' ? postCaptureVoidReserved : postCaptureVoidRefused;
      done.messages.push(outgoing(definition, { merchantId, paymentId, operationId: effect.operation }));
      return;
    }
    case 'incident':
      return; // the repository writes the row
  }
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

const refundMessage = (payment: PaymentRefunds, refund: Refund): Outgoing =>
  outgoing(connectorRefund, {
    ...operationFields(payment, refund),
    reference: refund.paymentReference,
    charged: payment.charged,
    reason: refund.reason,
    metadata: refund.metadata,
    ...(refund.splitRefund && {
      reverts: { platformFee: refund.splitRefund.revertsFee, transfer: refund.splitRefund.revertsTransfer },
    }),
  });

const syncMessage = (payment: PaymentRefunds, refund: Refund): Outgoing =>
  outgoing(connectorRefundSync, {
    ...operationFields(payment, refund),
    reference: referenceOf(refund),
    paymentReference: refund.paymentReference,
    round: refund.version,
  });

/** The body of a reply; the gateway passes the bytes through. */
export const viewOf = (payment: PaymentRefunds, refund: Refund, gsmRule: FindGsmRule): Buffer =>
  Buffer.from(JSON.stringify(refundObject(snapshotOf(payment, refund, gsmRule))));

const replyTo = ({ replyTopic, replyCorrelationId }: PendingReply, body: Buffer): AddressedReply => ({
  to: { topic: replyTopic, correlationId: replyCorrelationId },
  reply: { kind: 'response', body },
});
