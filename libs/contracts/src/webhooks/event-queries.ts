import { z } from 'zod';
import { eventId, merchantId, profileId, timestamp } from '@payorch/values';
import { defineMessage } from '../messages/define-message';
import { topics } from '../messages/topics';

const about = { topic: topics.webhooksQueries.name, version: 1, key: () => null } as const;

/** One event as the interface lists it: its first attempt, whose id is the event's. */
export const listedEvent = z.object({
  event_id: z.string(),
  merchant_id: z.string(),
  profile_id: z.string(),
  object_id: z.string(),
  event_type: z.string(),
  event_class: z.string(),
  /** Of the first attempt: whether any attempt delivered the event. Of every other: whether this one did. */
  is_delivery_successful: z.boolean(),
  initial_attempt_id: z.string(),
  processor_merchant_id: z.string(),
  created: timestamp,
});
export type ListedEvent = z.infer<typeof listedEvent>;

const eventFilters = z.object({
  profileId: z.string().nullable(),
  objectId: z.string().nullable(),
  /** The id of an event, or of one of its attempts. */
  eventId: z.string().nullable(),
  /** Null: of every type. */
  eventTypes: z.array(z.string()).nullable(),
  isDelivered: z.boolean().nullable(),
  /** Both ends are included; null: no limit. */
  createdFrom: timestamp.nullable(),
  createdTo: timestamp.nullable(),
  limit: z.int().min(0).max(100),
  offset: z.int().min(0),
});
export type EventFilters = z.infer<typeof eventFilters>;

/** Lists events of a merchant, the newest first. Reply: `events` of `listedEvent`, and `total_count`. */
export const webhookListEvents = defineMessage({
  ...about,
  type: 'webhook.list_events',
  kind: 'query',
  data: z.object({ merchantId, filters: eventFilters }),
});

const headers = z.array(z.tuple([z.string(), z.string()]));

/** An attempt to deliver an event. Secrets in headers are masked, and the answer of the endpoint is cut off at a limit. */
export const eventAttempt = z.object({
  attempt_id: z.string(),
  kind: z.enum(['initial_attempt', 'automatic_retry', 'manual_retry']),
  is_delivery_successful: z.boolean(),
  created: timestamp,
  request_headers: headers,
  /** Null: no attempt was made yet. */
  response: z
    .object({
      status_code: z.int().nullable(),
      headers: headers.nullable(),
      body: z.string().nullable(),
      error_message: z.string().nullable(),
    })
    .nullable(),
});
export type EventAttempt = z.infer<typeof eventAttempt>;

/** An event with attempts. Every attempt sends the same body. */
export const eventAttempts = z.object({ event: listedEvent, body: z.string(), attempts: z.array(eventAttempt) });
export type EventAttempts = z.infer<typeof eventAttempts>;

/** `onlyProfile`: an event of another profile is not found; null: of any. */
const eventOf = { merchantId, onlyProfile: z.string().nullable(), eventId: z.string() };

/** Reads the attempts of an event, the first one first. Reply: `eventAttempts`. */
export const webhookListAttempts = defineMessage({
  ...about,
  type: 'webhook.list_attempts',
  kind: 'query',
  data: z.object(eventOf),
});

/**
 * Sends an event again, once. A message that comes twice sends it twice at most and stores one attempt. Reply: `eventAttempts` with the
 * new attempt alone.
 */
export const webhookRetryEvent = defineMessage({
  ...about,
  type: 'webhook.retry_event',
  kind: 'command',
  data: z.object({ ...eventOf, attemptId: eventId }),
});

/** What deliveries to an endpoint have come to. An endpoint without a state has had no failure since its last success. */
export const endpointState = z.object({
  endpointId: z.string(),
  failingSince: timestamp.nullable(),
  /** Nothing is sent to a disabled endpoint until it is enabled again. */
  disabledAt: timestamp.nullable(),
});
export type EndpointState = z.infer<typeof endpointState>;

/** Reads the states of the endpoints of a profile. Reply: `endpointStates`. */
export const webhookEndpointStates = defineMessage({
  ...about,
  type: 'webhook.endpoint_states',
  kind: 'query',
  data: z.object({ merchantId, endpointIds: z.array(z.string()) }),
});
export const endpointStates = z.object({ states: z.array(endpointState) });

/** Enables a disabled endpoint; events of the meantime stay undelivered. Reply: `endpointStates`, without the endpoint. */
export const webhookEnableEndpoint = defineMessage({
  ...about,
  type: 'webhook.enable_endpoint',
  kind: 'command',
  data: z.object({ merchantId, profileId, endpointId: z.string() }),
});
