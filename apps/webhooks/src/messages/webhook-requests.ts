import { randomUUID } from 'node:crypto';
import type { AccountSettings, Incoming, MessageProducer } from '@payorch/platform/kafka';
import { deadLetterOfMessage } from '@payorch/platform/kafka';
import { isTransient } from '@payorch/platform/postgres';
import type { DeliveryLoop } from '../delivery/delivery-loop';
import type { Delivery } from '../delivery/delivery';
import type { WebhookRequest } from '../domain/event-body';
import { freezeBody } from '../domain/event-body';
import { isEventEnabled } from '../domain/enabled-events';
import type { DeliveryRepository, NewEvent } from '../persistence/delivery.repository';

export interface WebhookRequestParts {
  readonly repository: Pick<DeliveryRepository, 'add'>;
  readonly deliveryLoop: Pick<DeliveryLoop, 'reserve' | 'release' | 'sendNow' | 'markDue'>;
  readonly settings: Pick<AccountSettings, 'profile' | 'waitForVersion'>;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly settingsWaitMs: number;
  readonly onDeadLettered: (incoming: Incoming, cause: Error) => void;
}

/** Stores a batch of requests as events in one transaction, then sends the first attempts. */
export class WebhookRequests {
  constructor(private readonly parts: WebhookRequestParts) {}

  async onBatch(batch: readonly Incoming[]): Promise<void> {
    const areEnabled = await Promise.all(batch.map((incoming) => this.isEnabled(incoming)));
    await this.store(batch.filter((_, index) => areEnabled[index]));
  }

  /** Drops no event of an unknown profile: the attempt finds out whether the profile has an endpoint. */
  private async isEnabled({ data, context: { accountVersion } }: Incoming): Promise<boolean> {
    const { settings, settingsWaitMs } = this.parts;
    const request = data as WebhookRequest;
    if (accountVersion !== undefined) {
      await settings.waitForVersion(request.merchantId, accountVersion, settingsWaitMs);
    }
    const profile = settings.profile(request.merchantId, request.profileId);
    return profile === undefined || isEventEnabled(request, profile.webhook);
  }

  /** Halves a batch that Postgres never accepts until the failing request is alone; dead-letters that one and stores the others. */
  private async store(batch: readonly Incoming[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    try {
      await this.add(batch);
    } catch (error) {
      if (isTransient(error)) throw error;
      if (batch.length === 1) return this.deadLetter(first, error as Error);
      const middle = Math.ceil(batch.length / 2);
      await this.store(batch.slice(0, middle));
      await this.store(batch.slice(middle));
    }
  }

  private async add(batch: readonly Incoming[]): Promise<void> {
    const { repository, deliveryLoop } = this.parts;
    const leaseToken = randomUUID();
    const once = new Map(batch.map((incoming) => [(incoming.data as WebhookRequest).eventId, incoming]));
    const events = [...once.values()].map(({ data, context }): NewEvent => {
      const request = data as WebhookRequest;
      const hasSlot = deliveryLoop.reserve(request);
      return {
        ...{ request, body: freezeBody(request), requestId: context.correlationId },
        leaseToken: hasSlot ? leaseToken : null,
      };
    });
    const added = await repository.add(events).catch((error: unknown) => {
      for (const { request, leaseToken: slot } of events) if (slot) deliveryLoop.release(request);
      throw error;
    });
    for (const event of events) {
      const { request } = event;
      if (event.leaseToken === null) deliveryLoop.markDue(request);
      else if (added.has(request.eventId)) deliveryLoop.sendNow(firstDelivery(event, event.leaseToken));
      else deliveryLoop.release(request);
    }
  }

  private async deadLetter(incoming: Incoming, cause: Error): Promise<void> {
    await this.parts.producer.send([deadLetterOfMessage(incoming, cause)]);
    this.parts.onDeadLettered(incoming, cause);
  }
}

const firstDelivery = ({ request, body, requestId }: NewEvent, leaseToken: string): Delivery => ({
  merchantId: request.merchantId,
  profileId: request.profileId,
  eventId: request.eventId,
  body,
  requestId,
  failures: 0,
  leaseToken,
});
