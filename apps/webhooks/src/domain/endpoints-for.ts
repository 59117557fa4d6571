import { createHash } from 'node:crypto';
import type { ProfileSettings } from '@payorch/contracts';
import type { EventId } from '@payorch/kernel';
import { isEventEnabled } from './enabled-events';
import type { WebhookRequest } from './event-body';

/** The ids of the endpoints that get an event; that of the profile's own address is the profile's id. */
export function endpointsFor(
  request: WebhookRequest,
  profile: Pick<ProfileSettings, 'webhook' | 'webhookEndpoints'> | undefined,
): readonly string[] {
  // Drops no event of an unknown profile: the attempt finds out whether the profile has an address.
  if (profile === undefined) return [request.profileId];
  const further = (profile.webhookEndpoints ?? []).filter(
    ({ eventTypes }) => eventTypes === null || eventTypes.length === 0 || eventTypes.includes(request.eventType),
  );
  return [
    ...(isEventEnabled(request, profile.webhook) ? [request.profileId] : []),
    ...further.map(({ endpointId }) => endpointId),
  ];
}

/** `evt_` and the 12 digits of the time. */
const timeLength = 16;

/**
 * The id of the event at one endpoint: the requested one at the profile's own address. Every other endpoint has an event of its own,
 * with the same time in its id; a redelivered request leads to the same id.
 */
export function eventIdAt({ eventId, profileId }: WebhookRequest, endpointId: string): EventId {
  if (endpointId === profileId) return eventId;
  const digest = createHash('sha256').update(`${eventId}/${endpointId}`).digest('hex');
  return `${eventId.slice(0, timeLength)}${digest.slice(0, 36 - timeLength)}` as EventId;
}
