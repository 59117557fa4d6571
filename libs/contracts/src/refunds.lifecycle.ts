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

/** One event for every version of a refund, in order within its key. A subscriber drops what is not newer than what it has. */
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
  /** The processor's id of the refund, as far as it told us. */
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

export const refundCreated = lifecycle('refund.created');
/** A change that left the status as it was: a new reason, a question to the processor, an error that decides nothing. */
export const refundUpdated = lifecycle('refund.updated');
export const refundSucceeded = lifecycle('refund.succeeded');
/** Also after a success, where the processor could not pay out what it had accepted. */
export const refundFailed = lifecycle('refund.failed');
/** A person has to look: at the processor, or because it gave back another sum than asked. */
export const refundUnderReview = lifecycle('refund.under_review');
