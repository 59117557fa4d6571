import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from './define-message';
import {
  attemptId,
  merchantConnectorId,
  merchantId,
  moneyWire,
  paymentId,
  profileId,
  refundId,
  timestamp,
} from './parts';
import { topics } from './topics';

export const refundStatus = z.enum(['pending', 'succeeded', 'failed', 'review']);
export type RefundStatus = z.infer<typeof refundStatus>;

/**
 * One event for every version of a refund, in order within its key. A subscriber ignores an event whose version is not
 * newer than the version it has.
 */
const refundEvent = z.object({
  merchantId,
  profileId,
  paymentId,
  attemptId,
  refundId,
  version: z.int().min(1),
  occurredAt: timestamp,
  createdAt: timestamp,
  status: refundStatus,
  money: moneyWire,
  connector: z.string(),
  merchantConnectorId,
  /** The processor's id of the refund; null until the processor returns one. */
  connectorRefundId: z.string().nullable(),
  errorCode: z.string().nullable(),
});
export type RefundEvent = z.infer<typeof refundEvent>;

const lifecycle = <const Type extends string>(type: Type) =>
  defineMessage({
    topic: topics.refundsLifecycle.name,
    type,
    version: 1,
    kind: 'event',
    key: (m) => keyOf(m.merchantId, m.refundId),
    data: refundEvent,
  });

/** A refund was created; its status may be any. */
export const refundCreated = lifecycle('refund.created');
/** A change without a new status: a new reason, a sync, an error without a final result. */
export const refundUpdated = lifecycle('refund.updated');
/** The processor refunded the amount; status `succeeded`. */
export const refundSucceeded = lifecycle('refund.succeeded');
/** Also published after `refund.succeeded`, if the processor could not pay out an accepted refund. */
export const refundFailed = lifecycle('refund.failed');
/** The refund needs a person: the processor reviews it, or the processor refunded another amount than requested. */
export const refundUnderReview = lifecycle('refund.under_review');
