import { type EventFilters, type Refusal, refuse } from '@payorch/contracts';
import type { EventListConstraints } from '@payorch/rest';
import { requestedValues } from '../../lists';

const dayMs = 86_400_000;
/** How far back a list goes, from the midnight that began this day. */
const windowDays = 90;
const mostEvents = 100;

/** The event types of each class; `payment_partially_authorized` is of none. */
export const typesOfClass: Readonly<Record<string, readonly string[]>> = {
  payments: [
    'action_required',
    'payment_authorized',
    'payment_cancelled',
    'payment_cancelled_post_capture',
    'payment_captured',
    'payment_expired',
    'payment_failed',
    'payment_processing',
    'payment_succeeded',
  ],
  refunds: ['refund_failed', 'refund_succeeded'],
  disputes: [
    'dispute_accepted',
    'dispute_cancelled',
    'dispute_challenged',
    'dispute_expired',
    'dispute_lost',
    'dispute_opened',
    'dispute_won',
  ],
  mandates: ['mandate_active', 'mandate_revoked'],
  payouts: [
    'payout_cancelled',
    'payout_expired',
    'payout_failed',
    'payout_initiated',
    'payout_processing',
    'payout_reversed',
    'payout_success',
  ],
  subscriptions: ['invoice_paid'],
};

const invalid = (message: string, path: string): Refusal => refuse('invalid_request', { message, path });

/** The types that the filters name: those given, else all of the classes; null: of every type. */
function typesOf({
  event_classes: sentClasses,
  event_types: sentTypes,
}: EventListConstraints): string[] | null | Refusal {
  const classes = requestedValues(sentClasses);
  const types = requestedValues(sentTypes);
  if (classes === null) return types;
  const ofClasses = classes.flatMap((name) => typesOfClass[name] ?? []);
  if (types === null) return [...ofClasses];
  return types.every((type) => ofClasses.includes(type))
    ? types
    : invalid('`event_types` must be a subset of `event_classes`', 'event_types');
}

/** The times that a list covers; without them, up to 90 days. */
function windowOf({ created_after: after, created_before: before }: EventListConstraints, now: Date) {
  const begin = new Date(Math.floor(now.getTime() / dayMs) * dayMs - windowDays * dayMs);
  const [from, to] = [after ? new Date(after) : begin, before ? new Date(before) : now];
  if (from < begin) return invalid('`created_after` must be a timestamp within the past 90 days.', 'created_after');
  if (to < begin) return invalid('`created_before` must be a timestamp within the past 90 days.', 'created_before');
  if (from >= to) {
    const order =
      'The `created_after` timestamp must be an earlier timestamp compared to the `created_before` timestamp';
    return invalid(order, 'created_after');
  }
  return { createdFrom: from.toISOString(), createdTo: to.toISOString() };
}

const isRefused = <T extends object>(one: T | Refusal): one is Refusal => 'kind' in one && one.kind === 'refused';

/**
 * The request's filters as those of the message. The events of one object, or one event, are found whatever their age; every other
 * list has a window.
 */
export function toEventFilters(sent: EventListConstraints, now: Date): EventFilters | Refusal {
  const { object_id: objectId = null, event_id: eventId = null, profile_id: profileId = null } = sent;
  if (objectId !== null && eventId !== null)
    return refuse('precondition_failed', {
      message: 'Cannot specify both `object_id` and `event_id`. Please provide only one.',
    });
  const limit = sent.limit ?? mostEvents;
  if (limit > mostEvents) return invalid('`limit` must be a number less than 100', 'limit');
  const eventTypes = typesOf(sent);
  if (eventTypes !== null && isRefused(eventTypes)) return eventTypes;
  const isOfOne = objectId !== null || eventId !== null;
  const window = isOfOne ? { createdFrom: null, createdTo: null } : windowOf(sent, now);
  if (isRefused(window)) return window;
  return {
    profileId,
    objectId,
    eventId,
    eventTypes,
    isDelivered: sent.is_delivered ?? null,
    ...window,
    limit,
    offset: sent.offset ?? 0,
  };
}
