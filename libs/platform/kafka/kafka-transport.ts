import { EventEmitter } from 'node:events';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Log } from './client';
import { type RawRecord, Unreadable } from './codec';
import { deadLetterOf } from './dead-letter';
import type { GroupConsumer } from './group-consumer';
import { logFactsOfRecord } from './log-facts';
import { type MessageProducer, UnsendableMessage } from './producer';

/** A message that can never be handled, as it came, with why. */
export interface Poison {
  readonly record: RawRecord;
  readonly cause: string;
  /** The kind of cause, of which there are few: what failures are counted by. */
  readonly kind: string;
}

export type TransportEvents = {
  assigned: (partitions: readonly number[]) => void;
  parked: (poison: Poison) => void;
};

/** What Nest wants of a transport, and what ours have in common. */
export abstract class KafkaTransport extends Server<TransportEvents> implements CustomTransportStrategy {
  protected readonly events = new EventEmitter();
  protected abstract readonly consumer: GroupConsumer;

  constructor(
    protected readonly log: Log,
    private readonly deadLetters: Pick<MessageProducer, 'send'>,
  ) {
    super();
  }

  /** The group it is a member of, and what that reads: for whoever watches how far behind it is. */
  abstract readonly reads: { readonly groupId: string; readonly topics: readonly string[] };

  /** Resolves with the group joined. Nest learns of a refusal to start through the callback. */
  abstract start(): Promise<void>;
  abstract override close(): Promise<void>;

  override listen(callback: (error?: unknown) => void): void {
    this.start().then(() => callback(), callback);
  }

  override on<Event extends keyof TransportEvents>(event: Event, listener: TransportEvents[Event]): void {
    this.events.on(event, listener);
  }

  override unwrap<T>(): T {
    return this.consumer as T;
  }

  /** Resolves when the dead-letter topic has them. A record that not even it can take stays in its own topic only. */
  protected async park(poison: readonly Poison[]): Promise<void> {
    for (const { record, cause, kind } of poison) {
      const { topic, partition, offset } = record;
      const facts = { topic, partition, offset, ...logFactsOfRecord(record) };
      this.log.error({ ...facts, cause }, 'a message is parked');
      try {
        await this.deadLetters.send([deadLetterOf(record, cause)]);
      } catch (error) {
        if (!(error instanceof UnsendableMessage)) throw error;
        this.log.error({ ...facts, err: error }, 'a message cannot be parked and is passed over');
      }
      this.events.emit('parked', { record, cause, kind } satisfies Poison);
    }
  }

  protected poisonOf(record: RawRecord, { cause }: Unreadable): Poison {
    return { record, cause, kind: 'unreadable' };
  }
}
