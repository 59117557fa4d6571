import type { DataOf, webhookRequested } from '@payorch/contracts';

export type WebhookRequest = DataOf<typeof webhookRequested>;

/** The exact bytes that every attempt sends: serialized once, in the key order of the interface. */
export const freezeBody = (request: WebhookRequest): Buffer =>
  Buffer.from(
    JSON.stringify({
      merchant_id: request.merchantId,
      event_id: request.eventId,
      event_type: request.eventType,
      content: { type: request.objectType, object: request.object },
      timestamp: request.occurredAt,
      processor_merchant_id: request.merchantId,
    }),
  );
