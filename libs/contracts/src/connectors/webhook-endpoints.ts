import { accountRef, merchantId, processorError } from '@payorch/values';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { topics } from '../messages/topics';

/**
 * Asks any worker to have a processor send the webhooks of a connector account to this service. The worker opens the account's own
 * credentials; the URL is that of the account, never one of a request. The worker stores nothing, and does not begin a query past
 * its deadline. Reply: `webhookRegistration`, sealed as every reply.
 */
export const connectorRegisterWebhook = defineMessage({
  topic: topics.connectorQueries.name,
  type: 'connector.register_webhook',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({
    merchantId,
    account: accountRef,
    /** The endpoint whose secret the account has; null: none. Every other endpoint of ours at the URL is removed. */
    knownEndpointId: z.string().nullable(),
  }),
});

/**
 * refused: the processor's refusal. unanswered: an endpoint may exist, and the next registration finds it. unusable: the account
 * does not exist, or its credentials cannot be opened. not_supported: the processor has no interface for endpoints.
 */
export const webhookRegistration = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('registered'),
    endpointId: z.string(),
    /** What signs the webhooks of a new endpoint; null: the known endpoint was updated, and its secret is as before. */
    secret: z.string().nullable(),
  }),
  z.object({ kind: z.literal('refused'), error: processorError }),
  z.object({ kind: z.literal('unanswered') }),
  z.object({ kind: z.literal('unusable') }),
  z.object({ kind: z.literal('not_supported') }),
]);
export type WebhookRegistration = z.infer<typeof webhookRegistration>;
