import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { eventId, jsonObject, merchantId, profileId, timestamp } from '@payorch/values';
import { topics } from '../messages/topics';

/**
 * Requests the delivery of a webhook with the object frozen at one version. Published only if the profile has a webhook
 * endpoint.
 */
export const webhookRequested = defineMessage({
  topic: topics.webhooksRequests.name,
  type: 'webhook.requested',
  version: 1,
  kind: 'command',
  key: (m) => keyOf(m.merchantId, m.objectId),
  data: z.object({
    merchantId,
    profileId,
    /** Made with the state change; the same for every retry and resend. */
    eventId,
    eventType: z.string(),
    eventClass: z.enum(['payments', 'refunds', 'disputes', 'mandates', 'payouts']),
    objectId: z.string(),
    objectType: z.enum(['payment_details', 'refund_details', 'dispute_details', 'mandate_details', 'payout_details']),
    /** Version of the object, strictly increasing for each object. */
    sequence: z.int().min(1),
    status: z.string(),
    occurredAt: timestamp,
    object: jsonObject,
  }),
});

/** Erases the personal data in the stored webhooks about an object: its customer was deleted. */
export const webhookRedact = defineMessage({
  topic: topics.webhooksRequests.name,
  type: 'webhook.redact',
  version: 1,
  kind: 'command',
  key: (m) => keyOf(m.merchantId, m.objectId),
  data: z.object({ merchantId, objectId: z.string() }),
});
