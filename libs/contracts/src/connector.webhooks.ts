import { z } from 'zod';
import { defineMessage } from './define-message';
import { accountRef, merchantId, paymentId, refundId, timestamp } from './parts';
import { connectorWebhooksTopic, topics } from './topics';

/**
 * A processor's webhook as it arrived, verified and stored by the gateway under `webhookId` before this is sent. Answered
 * with `webhookVerdict` once it is applied: the worker verifies it again, for it believes no topic.
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

/**
 * Which payments and refunds an unsigned webhook names: nothing of it is believed, but what it names can be synced.
 * Answered with `namedResources`.
 */
export const connectorOperationsNamed = defineMessage({
  topic: topics.connectorWebhooks.name,
  topicOf: (m: { account: { connector: string } }) => connectorWebhooksTopic(m.account.connector),
  type: 'connector.operations_named',
  version: 1,
  kind: 'query',
  key: (m) => m.account.merchantConnectorId,
  data: z.object({
    merchantId,
    account: accountRef,
    /** By the processor's id or by one of ours. */
    named: z
      .array(z.object({ reference: z.string().max(256), operationIds: z.array(z.string().max(256)).max(10) }))
      .max(5),
  }),
});

export const namedResources = z.object({
  payments: z.array(paymentId),
  refunds: z.array(z.object({ refundId, paymentId })),
});
export type NamedResources = z.infer<typeof namedResources>;
