import type { Outgoing, RefundSnapshot, RefundStatus, WebhookEventType } from '@payorch/contracts';
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
import { presentState } from '@payorch/platform/snapshots';
import type { Refund } from '../domain/refund';
import { statusOf } from '../domain/refund.status';
import { lifecycleEventOf } from '../queries/snapshot';

/** Status → its lifecycle event and its webhook event type; null when merchants get no webhook. */
const statusEvents = {
  pending: [refundUpdated, null],
  succeeded: [refundSucceeded, 'refund_succeeded'],
  failed: [refundFailed, 'refund_failed'],
  review: [refundUnderReview, null],
} as const satisfies Record<RefundStatus, readonly [unknown, WebhookEventType | null]>;

/**
 * The messages of a new version: a lifecycle event for all consumers, the whole refund for payments, and the merchant's
 * webhook when the status has one.
 */
export function versionMessages(before: Refund | undefined, after: RefundSnapshot, hasEndpoint: boolean): Outgoing[] {
  const changed = before === undefined || statusOf(before) !== after.status;
  const [event, webhook] = statusEvents[after.status];
  const lifecycle = before === undefined ? refundCreated : changed ? event : refundUpdated;
  const messages = [outgoing(lifecycle, lifecycleEventOf(after)), outgoing(refundSnapshot, after)];
  if (before !== undefined && changed && webhook !== null && hasEndpoint)
    messages.push(outgoing(webhookRequested, webhookRequestOf(after, webhook)));
  return messages;
}

/** The event that shows a refund whose last event is not known. */
export const presentRefund = (refund: RefundSnapshot): Outgoing =>
  presentState(refundCreated, refundUpdated, lifecycleEventOf(refund));

const webhookRequestOf = (refund: RefundSnapshot, eventType: WebhookEventType) => ({
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
