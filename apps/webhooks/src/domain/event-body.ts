import type { DataOf, WebhookEventType, webhookRequested } from '@payorch/contracts';

export type WebhookRequest = DataOf<typeof webhookRequested>;

type EventFacts = Pick<WebhookRequest, 'merchantId' | 'eventId' | 'object' | 'occurredAt'> & {
  readonly eventType: string;
  readonly objectType: string;
};

/** The exact bytes that every attempt sends: serialized once, in the key order of the interface. */
export const freezeBody = (event: EventFacts): Buffer =>
  Buffer.from(
    JSON.stringify({
      merchant_id: event.merchantId,
      event_id: event.eventId,
      event_type: event.eventType,
      content: { type: event.objectType, object: event.object },
      timestamp: event.occurredAt,
      processor_merchant_id: event.merchantId,
    }),
  );

/** A test event: neither its type nor its content is that of a payment, so that no endpoint books one. */
export const testEventBody = (
  { merchantId, profileId, eventId }: Pick<WebhookRequest, 'merchantId' | 'profileId' | 'eventId'>,
  at: Date,
): Buffer =>
  freezeBody({
    merchantId,
    eventId,
    occurredAt: at.toISOString(),
    eventType: 'webhook_test' satisfies WebhookEventType,
    objectType: 'webhook_test_details',
    object: { profile_id: profileId, is_test: true },
  });
