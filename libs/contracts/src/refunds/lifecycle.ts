import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { attemptId, moneyWire, publicFields, refundId } from '@payorch/values';
import { topics } from '../messages/topics';

export const refundStatus = z.enum(['pending', 'succeeded', 'failed', 'review']);
export type RefundStatus = z.infer<typeof refundStatus>;

const { merchantId, profileId, paymentId, version, occurredAt, createdAt, connector, merchantConnectorId, errorCode } =
  publicFields;

/**
 * One event for every version of a refund, in order within its key. A subscriber ignores an event whose version is not
 * newer than the version it has.
 */
const refundEvent = z.object({
  merchantId,
  profileId,
  paymentId: paymentId.describe('The refunded payment.'),
  attemptId: attemptId.describe('The attempt of the payment that was charged.'),
  refundId: refundId.describe('The refund.'),
  version,
  occurredAt,
  createdAt,
  status: refundStatus.describe('The status of the refund at this version.'),
  money: moneyWire.describe('The requested amount.'),
  connector,
  merchantConnectorId,
  connectorRefundId: z
    .string()
    .nullable()
    .describe('The processor’s id of the refund; null until the processor returns one.'),
  errorCode,
});
export type RefundEvent = z.infer<typeof refundEvent>;

const lifecycle = <const Type extends string>(type: Type, description: string) =>
  defineMessage({
    topic: topics.refundsLifecycle.name,
    type,
    version: 1,
    kind: 'event',
    description,
    key: (m) => keyOf(m.merchantId, m.refundId),
    // All events of one payment, its refunds included, have one order there.
    alsoOn: { topic: topics.paymentsLifecycle.name, keyOf: (m) => keyOf(m.merchantId, m.paymentId) },
    data: refundEvent,
  });

export const refundCreated = lifecycle('refund.created', 'A refund was created; its status may be any.');
export const refundUpdated = lifecycle(
  'refund.updated',
  'A change without a new status: a new reason, a sync, an error without a final result.',
);
export const refundSucceeded = lifecycle('refund.succeeded', 'The processor refunded the amount; status `succeeded`.');
export const refundFailed = lifecycle(
  'refund.failed',
  'The refund failed; status `failed`. Also published after `refund.succeeded`, if the processor could not pay out an accepted refund.',
);
export const refundUnderReview = lifecycle(
  'refund.under_review',
  'The refund needs a person: the processor reviews it, or the processor refunded another amount than requested.',
);
