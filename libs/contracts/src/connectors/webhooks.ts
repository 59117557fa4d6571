import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { accountRef, merchantId, paymentId, refundId, timestamp } from '@payorch/values';
import { topics } from '../messages/topics';

/**
 * A processor webhook as it arrived. The gateway verifies it and stores it under `webhookId` before it publishes this
 * message. The worker verifies the webhook again, because it does not trust the topic, applies it and replies with
 * `webhookVerdict`.
 */
export const connectorWebhookReceived = defineMessage({
  topic: topics.connectorWebhooks.name,
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
    /** The exact bytes in base64: signatures cover the bytes. */
    bodyBase64: z.string(),
  }),
});

/** An object about which the worker published a report, because of a webhook. */
export const webhookChange = z.object({
  type: z.enum(['payment', 'refund', 'payout', 'payment_method', 'dispute', 'relay', 'authentication']),
  /** Our id; of a payment method the processor's. */
  id: z.string(),
  operation_id: z.string().nullable(),
  /** What the processor said of it: the kind of an outcome, or a status. */
  outcome: z.string(),
});
export type WebhookChange = z.infer<typeof webhookChange>;

/**
 * event: counted now. duplicate: the event had come before, in the webhook `duplicate_of` where that is known. irrelevant: about
 * none of our operations.
 */
export const webhookFinding = z.object({
  kind: z.enum(['event', 'duplicate', 'irrelevant']),
  event_id: z.string().nullable(),
  event_type: z.string().nullable(),
  duplicate_of: z.string().nullable(),
  changed: z.array(webhookChange),
});
export type WebhookFinding = z.infer<typeof webhookFinding>;

export const webhookVerdict = z.object({
  /** unverified: the connector cannot sign, or the signature is wrong and verification is not mandatory. */
  verdict: z.enum(['verified', 'unverified', 'refused', 'unreadable']),
  /** Absent where the verdict is not `verified`, and from a worker of the release before. */
  finding: webhookFinding.optional(),
});
export type WebhookVerdict = z.infer<typeof webhookVerdict>;

/**
 * Asks which payments and refunds an unsigned webhook names. The gateway trusts no content of such a webhook and only
 * syncs the named resources. The worker replies with `namedResources`.
 */
export const connectorOperationsNamed = defineMessage({
  topic: topics.connectorWebhooks.name,
  type: 'connector.operations_named',
  version: 1,
  kind: 'query',
  key: (m) => m.account.merchantConnectorId,
  data: z.object({
    merchantId,
    account: accountRef,
    /** References by the processor's id and operation ids of ours. */
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
