import { randomUUID } from 'node:crypto';
import type { AccountSettings, Incoming } from '@payorch/platform/kafka';
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
  readonly settingsWaitMs: number;
}

/** Turns requests into events and their first tries: stored first, all in one transaction, then sent. */
export class WebhookRequests {
  constructor(private readonly parts: WebhookRequestParts) {}

  async onBatch(batch: readonly Incoming[]): Promise<void> {
    const wanted = new Map<string, WebhookRequest>();
    for (const incoming of batch) {
      const request = incoming.data as WebhookRequest;
      if (await this.isWanted(request, incoming.context.accountVersion)) wanted.set(request.eventId, request);
    }
    if (wanted.size > 0) await this.store([...wanted.values()]);
  }

  /** Of a profile that we have not heard of yet nothing is dropped: whether it has an endpoint shows when it is sent. */
  private async isWanted(request: WebhookRequest, accountVersion: number | undefined): Promise<boolean> {
    const { settings, settingsWaitMs } = this.parts;
    if (accountVersion !== undefined) {
      await settings.waitForVersion(request.merchantId, accountVersion, settingsWaitMs);
    }
    const profile = settings.profile(request.merchantId, request.profileId);
    return profile === undefined || isWanted(request, profile.webhook);
  }

  private async store(requests: readonly WebhookRequest[]): Promise<void> {
    const { repository, courier } = this.parts;
    const leaseToken = randomUUID();
    const events = requests.map((request): NewEvent => {
      return { request, body: freezeBody(request), leaseToken: courier.reserve(request) ? leaseToken : null };
    });
    const reserved = events.filter((event) => event.leaseToken !== null);
    const added = await repository.add(events).catch((error: unknown) => {
      for (const { request } of reserved) courier.release(request);
      throw error;
    });
    for (const event of events) {
      const { request } = event;
      if (event.leaseToken === null) courier.waitsAt(request);
      else if (added.has(request.eventId)) courier.hand(firstDelivery(event, event.leaseToken));
      else courier.release(request);
    }
  }
}

const firstDelivery = ({ request, body }: NewEvent, leaseToken: string): Delivery => ({
  merchantId: request.merchantId,
  profileId: request.profileId,
  eventId: request.eventId,
  body,
  failures: 0,
  leaseToken,
});
