import { randomUUID } from 'node:crypto';
import type { BodySeals, Handle, Incoming, MessageContext, MessageProducer } from '@payorch/platform/kafka';
import { deadLetterOfMessage } from '@payorch/platform/kafka';
import { isTransient } from '@payorch/platform/postgres';
import { DataKeysUnknown } from '@payorch/platform/sealing';
import type { Delivery, Endpoint } from '../domain/delivery';
import type { DeliveryLoop } from '../delivery/delivery-loop';
import { eventIdAt } from '../domain/endpoints-for';
import { freezeBody } from '../domain/event-body';
import type { DeliveryRepository, NewEvent } from '../persistence/delivery.repository';
import type { EventRedaction } from '../persistence/event-redaction';
import type { EventToStore, RequestedEvent } from './webhook-requests';

export interface EventIntakeParts {
  readonly repository: Pick<DeliveryRepository, 'add'>;
  readonly deliveryLoop: Pick<DeliveryLoop, 'reserve' | 'release' | 'sendNow' | 'markDue'>;
  readonly redaction: Pick<EventRedaction, 'redact'>;
  readonly producer: Pick<MessageProducer, 'send'>;
  /** Seals dead letters. */
  readonly seals: BodySeals | undefined;
  readonly onDeadLettered: (incoming: Incoming, cause: Error) => void;
}

/** An event, and the message that requests it. */
interface Requested {
  readonly incoming: Incoming;
  readonly event: EventToStore;
}

/** Stores the events of a batch in one transaction, then sends the first attempts. */
export class EventIntake {
  constructor(private readonly parts: EventIntakeParts) {}

  readonly onBatch = async (
    batch: readonly Incoming[],
    handle: Handle<MessageContext, RequestedEvent>,
  ): Promise<void> => {
    const events = await Promise.all(batch.map((incoming) => handle(incoming, incoming.context)));
    await this.store(
      batch.flatMap((incoming, at): Requested[] => {
        const event = events[at];
        return event && 'request' in event ? [{ incoming, event }] : [];
      }),
    );
    for (const event of events) {
      if (event && 'redact' in event) await this.parts.redaction.redact(event.redact.merchantId, event.redact.objectId);
    }
  };

  /** Halves a batch that Postgres never accepts until the failing request is alone; dead-letters that one and stores the others. */
  private async store(batch: readonly Requested[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    try {
      await this.add(batch);
    } catch (error) {
      if (isTransient(error) || error instanceof DataKeysUnknown) throw error;
      if (batch.length === 1) return this.deadLetter(first.incoming, error as Error);
      const middle = Math.ceil(batch.length / 2);
      await this.store(batch.slice(0, middle));
      await this.store(batch.slice(middle));
    }
  }

  private async add(batch: readonly Requested[]): Promise<void> {
    const { repository, deliveryLoop } = this.parts;
    const leaseToken = randomUUID();
    const once = new Map(batch.flatMap(({ event }) => eventsOf(event)).map((event) => [event.request.eventId, event]));
    const events = [...once.values()].map((event): NewEvent => {
      const hasSlot = deliveryLoop.reserve(endpointOf(event));
      return { ...event, body: freezeBody(event.request), leaseToken: hasSlot ? leaseToken : null };
    });
    const added = await repository.add(events).catch((error: unknown) => {
      for (const event of events) if (event.leaseToken) deliveryLoop.release(endpointOf(event));
      throw error;
    });
    for (const event of events) {
      if (event.leaseToken === null) deliveryLoop.markDue(endpointOf(event));
      else if (added.has(event.request.eventId)) deliveryLoop.sendNow(firstDelivery(event, event.leaseToken));
      else deliveryLoop.release(endpointOf(event));
    }
  }

  private async deadLetter(incoming: Incoming, cause: Error): Promise<void> {
    await this.parts.producer.send([deadLetterOfMessage(incoming, cause, this.parts.seals)]);
    this.parts.onDeadLettered(incoming, cause);
  }
}

/** The event of each endpoint. */
const eventsOf = ({ request, requestId, endpointIds }: EventToStore) =>
  endpointIds.map((endpointId) => ({
    request: { ...request, eventId: eventIdAt(request, endpointId) },
    requestId,
    endpointId,
  }));

const endpointOf = ({ request: { merchantId }, endpointId }: Pick<NewEvent, 'request' | 'endpointId'>): Endpoint => ({
  merchantId,
  endpointId,
});

const firstDelivery = ({ request, endpointId, body, requestId }: NewEvent, leaseToken: string): Delivery => ({
  merchantId: request.merchantId,
  profileId: request.profileId,
  endpointId,
  eventId: request.eventId,
  body,
  requestId,
  failures: 0,
  leaseToken,
});
