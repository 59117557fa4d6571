import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from './define-message';
import { eventId, jsonObject, merchantId, profileId, timestamp } from './parts';
import { topics } from './topics';

/** The object frozen at one version, as a merchant's webhook must carry it. Sent only where the profile has an endpoint. */
export const webhookRequested = defineMessage({
  topic: topics.webhooksRequests.name,
  type: 'webhook.requested',
  version: 1,
  kind: 'command',
  key: (m) => keyOf(m.merchantId, m.objectId),
  data: z.object({
    merchantId,
    profileId,
    /** Made with the state change and unchanged over every retry and resend. */
    eventId,
    eventType: z.string(),
    eventClass: z.enum(['payments', 'refunds', 'disputes', 'mandates', 'payouts']),
    objectId: z.string(),
    objectType: z.enum(['payment_details', 'refund_details', 'dispute_details', 'mandate_details', 'payout_details']),
    /** Version of the object: strictly rising for one object. */
    sequence: z.int().min(1),
    status: z.string(),
    occurredAt: timestamp,
    object: jsonObject,
  }),
});
