import { randomBytes } from 'node:crypto';
import type { ProfileSettings } from '@payorch/contracts';
import { profileDefaults, webhookRequested } from '@payorch/contracts';
import type { EventId, MerchantId, ProfileId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import { newTraceparent } from '@payorch/platform/kafka';
import { testSeals } from '@payorch/harness';
import type { WebhookRequest } from '../src/domain/event-body';
import type { EventIntake } from '../src/messages/event-intake';
import type { WebhookRequests } from '../src/messages/webhook-requests';

/** The keys of this process: of its messages and its rows. */
export const seals = testSeals();

export const profileId = 'pro_1' as ProfileId;

/** A request for a succeeded payment, with a new event id. */
export const aRequest = (given: Partial<WebhookRequest> = {}): WebhookRequest => ({
  merchantId: 'acme_1' as MerchantId,
  profileId,
  eventId: `evt_${randomBytes(16).toString('hex')}` as EventId,
  eventType: 'payment_succeeded',
  eventClass: 'payments',
  objectId: 'pay_1',
  objectType: 'payment_details',
  sequence: 1,
  status: 'succeeded',
  occurredAt: '2026-01-05T10:00:00.000Z',
  object: { payment_id: 'pay_1', status: 'succeeded', amount: 6540 },
  ...given,
});

export const incoming = (request: WebhookRequest): Incoming => ({
  message: webhookRequested as Incoming['message'],
  data: request,
  key: webhookRequested.keyOf(request),
  context: {
    messageId: `${request.eventId}.message`,
    correlationId: request.eventId,
    traceparent: newTraceparent(),
    occurredAt: new Date(),
  },
  origin: { topic: webhookRequested.topic, partition: 0, offset: '0' },
});

export const aProfile = (given: Partial<ProfileSettings> = {}): ProfileSettings => ({
  ...profileDefaults('acme_1' as MerchantId, profileId),
  ...given,
});

/** Passes requests to the intake as the transport does. */
export const takeRequests =
  (intake: EventIntake, requests: WebhookRequests) =>
  (...given: WebhookRequest[]): Promise<void> =>
    intake.onBatch(given.map(incoming), ({ data, context }) => requests.accept(data as WebhookRequest, context));
