import { randomUUID } from 'node:crypto';
import type { AccountSettings, Incoming, MessageProducer } from '@payorch/platform/kafka';
import { deadLetterOfMessage } from '@payorch/platform/kafka';
import { isTransient } from '@payorch/platform/postgres';
import type { Courier } from '../delivery/courier';
import type { Delivery } from '../delivery/delivery';
import type { WebhookRequest } from '../domain/event-body';
import { freezeBody } from '../domain/event-body';
import { isWanted } from '../domain/is-wanted';
import type { DeliveryRepository, NewEvent } from '../persistence/delivery.repository';

export interface WebhookRequestParts {
  readonly repository: Pick<DeliveryRepository, 'add'>;
  readonly courier: Pick<Courier, 'reserve' | 'release' | 'hand' | 'waitsAt'>;
  readonly settings: Pick<AccountSettings, 'profile' | 'waitForVersion'>;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly settingsWaitMs: number;
  readonly onParked: (incoming: Incoming, cause: Error) => void;
}

/** Turns requests into events and their first tries: stored first, all in one transaction, then sent. */
export class WebhookRequests {
  constructor(private readonly parts: WebhookRequestParts) {}

  async onBatch(batch: readonly Incoming[]): Promise<void> {
    const areWanted = await Promise.all(batch.map((incoming) => this.isWanted(incoming)));
    await this.store(batch.filter((_, index) => areWanted[index]));
  }

  /** Of a profile that we have not heard of yet nothing is dropped: whether it has an endpoint shows when it is sent. */
  private async isWanted({ data, context: { accountVersion } }: Incoming): Promise<boolean> {
    const { settings, settingsWaitMs } = this.parts;
    const request = data as WebhookRequest;
    if (accountVersion !== undefined) {
      await settings.waitForVersion(request.merchantId, accountVersion, settingsWaitMs);
    }
    const profile = settings.profile(request.merchantId, request.profileId);
    return profile === undefined || isWanted(request, profile.webhook);
  }

  /** A batch that Postgres will never take is halved until the culprit is alone; it is parked, the others are stored. */
  private async store(batch: readonly Incoming[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    try {
      await this.add(batch);
    } catch (error) {
      if (isTransient(error)) throw error;
      if (batch.length === 1) return this.park(first, error as Error);
      const middle = Math.ceil(batch.length / 2);
      await this.store(batch.slice(0, middle));
      await this.store(batch.slice(middle));
    }
  }

  private async add(batch: readonly Incoming[]): Promise<void> {
    const { repository, courier } = this.parts;
    const leaseToken = randomUUID();
    const once = new Map(batch.map((incoming) => [(incoming.data as WebhookRequest).eventId, incoming]));
    const events = [...once.values()].map(({ data, context }): NewEvent => {
      const request = data as WebhookRequest;
      const isSentAtOnce = courier.reserve(request);
      return {
        ...{ request, body: freezeBody(request), requestId: context.correlationId },
        leaseToken: isSentAtOnce ? leaseToken : null,
      };
    });
    const added = await repository.add(events).catch((error: unknown) => {
      for (const { request, leaseToken: taken } of events) if (taken) courier.release(request);
      throw error;
    });
    for (const event of events) {
      const { request } = event;
      if (event.leaseToken === null) courier.waitsAt(request);
      else if (added.has(request.eventId)) courier.hand(firstDelivery(event, event.leaseToken));
      else courier.release(request);
    }
  }

  private async park(incoming: Incoming, cause: Error): Promise<void> {
    await this.parts.producer.send([deadLetterOfMessage(incoming, cause)]);
    this.parts.onParked(incoming, cause);
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
