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
import type { Refund, Waiter } from '../domain/refund';
import { referenceOf } from '../domain/refund';
import { snapshotOf } from './snapshot';

/** What the shell does for the effects of one decision. */
export interface Performed {
  readonly messages: Outgoing[];
  readonly replies: AddressedReply[];
}

/** Turns effects into messages and replies. `of` is as it will be stored: versions and views are those of the new state. */
export function perform(of: PaymentRefunds, effects: readonly Effect[], gsmRule: FindGsmRule): Performed {
  const done: Performed = { messages: [], replies: [] };
  for (const effect of effects) performOne(of, effect, gsmRule, done);
  return done;
}

function performOne(of: PaymentRefunds, effect: Effect, gsmRule: FindGsmRule, done: Performed): void {
  switch (effect.kind) {
    case 'refund':
      done.messages.push(refundMessage(of, effect.refund));
      return;
    case 'ask':
      // An answer that carried the number of an earlier one would be taken for that one come again. Asking raises the version.
      done.messages.push(askMessage(of, refundIn(of, effect.refund.id) ?? effect.refund));
      return;
    case 'answer': {
      const refund = refundIn(of, effect.refundId);
      if (refund) done.replies.push(...effect.waiters.map((waiter) => replyTo(waiter, viewOf(of, refund, gsmRule))));
      return;
    }
    case 'acknowledge':
      done.replies.push(...effect.waiters.map((waiter) => replyTo(waiter, Buffer.alloc(0))));
      return;
    case 'void_reserved':
    case 'void_refused': {
      const { merchantId, paymentId } = of;
      const told = effect.kind === 'void_reserved' ? postCaptureVoidReserved : postCaptureVoidRefused;
      done.messages.push(outgoing(told, { merchantId, paymentId, operationId: effect.operation }));
      return;
    }
    case 'incident':
      return; // a row of its own, written by the repository
  }
}

const aboutOf = ({ merchantId, paymentId }: PaymentRefunds, refund: Refund) => ({
  operationId: refund.operation,
  merchantId,
  profileId: refund.profileId,
  paymentId,
  attemptId: refund.attemptId,
  refundId: refund.id,
  account: refund.account,
  money: refund.money,
});

const refundMessage = (of: PaymentRefunds, refund: Refund): Outgoing =>
  outgoing(connectorRefund, {
    ...aboutOf(of, refund),
    reference: refund.paymentReference,
    charged: of.charged,
    reason: refund.reason,
    metadata: refund.metadata,
  });

const askMessage = (of: PaymentRefunds, refund: Refund): Outgoing =>
  outgoing(connectorRefundSync, {
    ...aboutOf(of, refund),
    reference: referenceOf(refund),
    paymentReference: refund.paymentReference,
    round: refund.version,
  });

/** The bytes that a request is answered with: the gateway passes them through. */
export const viewOf = (of: PaymentRefunds, refund: Refund, gsmRule: FindGsmRule): Buffer =>
  Buffer.from(JSON.stringify(refundObject(snapshotOf(of, refund, gsmRule))));

const replyTo = ({ replyTopic, replyCorrelationId }: Waiter, body: Buffer): AddressedReply => ({
  to: { topic: replyTopic, correlationId: replyCorrelationId },
  reply: { kind: 'answer', body },
});
