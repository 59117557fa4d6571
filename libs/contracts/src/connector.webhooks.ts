import { z } from 'zod';
import { defineMessage } from './define-message';
import { accountRef, merchantId, timestamp } from './parts';
import { connectorWebhooksTopic, topics } from './topics';

/**
 * A processor's webhook as it arrived, stored by the gateway under `webhookId` before this is sent. Answered with
 * `webhookVerdict`: the worker alone can open the secrets that verify it.
 */
export const connectorWebhookReceived = defineMessage({
  topic: topics.connectorWebhooks.name,
  topicOf: (m: { account: { connector: string } }) => connectorWebhooksTopic(m.account.connector),
  type: 'connector.webhook_received',
  version: 1,
  kind: 'command',
  key: (m) => m.account.merchantConnectorId,
  data: z.object({
    webhookId: z.string(),
    merchantId,
    account: accountRef,
    receivedAt: timestamp,
    headers: z.record(z.string(), z.string()),
    query: z.record(z.string(), z.string()),
    /** The exact bytes, base64: signatures are over them. */
    bodyBase64: z.string(),
  }),
});

export const webhookVerdict = z.object({
  /** unverified: the connector cannot sign, or the signature is wrong and verification is not mandatory. */
  verdict: z.enum(['verified', 'unverified', 'refused', 'unreadable']),
});
export type WebhookVerdict = z.infer<typeof webhookVerdict>;
