import type { Outgoing, RefundSnapshot, RefundStatus } from '@payorch/contracts';
import {
  outgoing,
  refundCreated,
  refundFailed,
  refundObject,
  refundSnapshot,
  refundSucceeded,
  refundUnderReview,
  refundUpdated,
  webhookRequested,
} from '@payorch/contracts';
import { newEventId } from '@payorch/kernel';
import type { Refund } from '../domain/refund';
import { statusOf } from '../domain/refund.status';
import { eventOf } from './snapshot';

/** Status → the lifecycle event that tells of it, and the webhook of the interface; null where merchants hear nothing. */
const announcements = {
  pending: [refundUpdated, null],
  succeeded: [refundSucceeded, 'refund_succeeded'],
  failed: [refundFailed, 'refund_failed'],
  review: [refundUnderReview, null],
} as const satisfies Record<RefundStatus, readonly [unknown, string | null]>;

/**
 * Of the new version: one lifecycle event for everybody, the whole refund for the owner of payments, and the merchant's
 * webhook where the status is one that merchants hear of.
 */
export function announce(before: Refund | undefined, after: RefundSnapshot, hasEndpoint: boolean): Outgoing[] {
  const changed = before === undefined || statusOf(before) !== after.status;
  const [event, webhook] = announcements[after.status];
  const lifecycle = before === undefined ? refundCreated : changed ? event : refundUpdated;
  const messages = [outgoing(lifecycle, eventOf(after)), outgoing(refundSnapshot, after)];
  if (before !== undefined && changed && webhook !== null && hasEndpoint)
    messages.push(outgoing(webhookRequested, requestOf(after, webhook)));
  return messages;
}

const requestOf = (refund: RefundSnapshot, eventType: string) => ({
  merchantId: refund.merchantId,
  profileId: refund.profileId,
  eventId: newEventId(new Date(refund.occurredAt)),
  eventType,
  eventClass: 'refunds' as const,
  objectId: refund.refundId,
  objectType: 'refund_details' as const,
  sequence: refund.version,
  status: refund.status,
  occurredAt: refund.occurredAt,
  object: refundObject(refund),
});
