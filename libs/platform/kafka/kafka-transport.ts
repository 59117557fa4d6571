import { EventEmitter } from 'node:events';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Log } from './client';
import { type RawRecord, Unreadable } from './codec';
import { deadLetterOf } from './dead-letter';
import type { GroupConsumer } from './group-consumer';
import { logFieldsOfRecord } from './log-fields';
import { type MessageProducer, UnsendableMessage } from './producer';

/** A message that cannot be handled: the original record and the cause. */
export interface Poison {
  readonly record: RawRecord;
  readonly cause: string;
  /** The kind of the cause: a label of the failure metric, with few values. */
  readonly kind: string;
}

export type TransportEvents = {
  assigned: (partitions: readonly number[]) => void;
  deadLettered: (poison: Poison) => void;
};

/** The Nest transport interface, and the common parts of our transports. */
export abstract class KafkaTransport extends Server<TransportEvents> implements CustomTransportStrategy {
  protected readonly events = new EventEmitter();
  protected abstract readonly consumer: GroupConsumer;

  constructor(
    protected readonly log: Log,
    private readonly deadLetters: Pick<MessageProducer, 'send'>,
  ) {
    super();
  }

  /** The consumer group and its topics, for the lag watch. */
  abstract readonly reads: { readonly groupId: string; readonly topics: readonly string[] };

  /** Resolves after the group is joined. Nest receives a refusal to start through the callback. */
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

  /**
   * Resolves when the dead-letter topic has the messages. A record that the dead-letter topic refuses remains in its
   * own topic only.
   */
  protected async deadLetter(poison: readonly Poison[]): Promise<void> {
    for (const { record, cause, kind } of poison) {
      const { topic, partition, offset } = record;
      const facts = { topic, partition, offset, ...logFieldsOfRecord(record) };
      this.log.error({ ...facts, cause }, 'a message is dead-lettered');
      try {
        await this.deadLetters.send([deadLetterOf(record, cause)]);
      } catch (error) {
        if (!(error instanceof UnsendableMessage)) throw error;
        this.log.error({ ...facts, err: error }, 'a message cannot be dead-lettered and is skipped');
      }
      this.events.emit('deadLettered', { record, cause, kind } satisfies Poison);
    }
  }

  protected poisonOf(record: RawRecord, { cause }: Unreadable): Poison {
    return { record, cause, kind: 'unreadable' };
  }
}
