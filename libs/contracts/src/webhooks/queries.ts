import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { eventId, merchantId, profileId } from '@payorch/values';
import { topics } from '../messages/topics';

const query = { topic: topics.webhooksQueries.name, version: 1, kind: 'query', key: () => null } as const;

/**
 * Sends a test event to the endpoint of a profile, once and without a retry. Nothing is stored, and a query past its deadline is not
 * begun. Reply: `webhookTestResult`.
 */
export const webhookTest = defineMessage({
  ...query,
  type: 'webhook.test',
  data: z.object({ merchantId, profileId, eventId }),
});

export const webhookTestResult = z.object({
  /** The status of the endpoint's answer; null: there was none. */
  status: z.int().nullable(),
  /** Why the endpoint does not have the event, in our words or those of the network; null: it has. Nothing of the answer's body. */
  error: z.string().nullable(),
  durationMs: z.int().min(0),
});
export type WebhookTestResult = z.infer<typeof webhookTestResult>;
