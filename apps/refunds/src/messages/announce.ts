import type { Outgoing, RefundSnapshot, RefundStatus } from '@payorch/contracts';
import {
  outgoing,
  refundCreated,
  refundFailed,
  refundObject,
  refundSucceeded,
  refundUnderReview,
  refundUpdated,
  webhookRequested,
} from '@payorch/contracts';
import { newEventId } from '@payorch/kernel';
import type { Refund } from '../domain/refund';
import { statusOf } from '../domain/refund.status';

/** Status → the lifecycle event that tells of it, and the webhook of the interface; null where merchants hear nothing. */
const announcements = {
  pending: [refundUpdated, null],
  succeeded: [refundSucceeded, 'refund_succeeded'],
  failed: [refundFailed, 'refund_failed'],
  review: [refundUnderReview, null],
} as const satisfies Record<RefundStatus, readonly [unknown, string | null]>;

/** One lifecycle event for the new version, and the merchant's webhook where the status is one that merchants hear of. */
export function announce(before: Refund | undefined, after: RefundSnapshot, hasEndpoint: boolean): Outgoing[] {
  if (before === undefined) return [outgoing(refundCreated, after)];
  if (statusOf(before) === after.status) return [outgoing(refundUpdated, after)];
  const [event, webhook] = announcements[after.status];
  const messages = [outgoing(event, after)];
  if (webhook !== null && hasEndpoint) messages.push(outgoing(webhookRequested, requestOf(after, webhook)));
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
