import type { Kafka } from 'kafkajs';
import type { Log } from '../client/client';
import { type BodySeals, type RawRecord, Unreadable } from '../messages/codec';
import { deadLetterOf } from '../messages/dead-letter';
import type { GroupConsumer, GroupTimes } from '../consume/group-consumer';
import { logFieldsOfRecord } from '../messages/log-fields';
import { MessageServer, type Poison } from './message-server';
import { type MessageProducer, UnsendableMessage } from '../produce/producer';
import { isOnOneOf, type MessageRegistry, messageRegistry } from '../messages/registry';

/** The access of a service to the broker, which its transports share. */
export class Broker {
  constructor(
    readonly kafka: Kafka,
    readonly log: Log,
    readonly producer: MessageProducer,
    readonly times: GroupTimes,
    /** Absent in a service that may not open personal data. */
    readonly seals?: BodySeals,
  ) {}
}

export interface KafkaTransportOptions {
  readonly log: Log;
  /** Publishes messages that cannot be handled to the dead-letter topic. */
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly groupId: string;
  readonly topics: readonly string[];
  /** Opens sealed messages. */
  readonly seals?: BodySeals | undefined;
}

/** A transport strategy that consumes topics in a consumer group. */
export abstract class KafkaTransport<Context = unknown, Result = unknown> extends MessageServer<Context, Result> {
  protected readonly log: Log;
  protected abstract readonly consumer: GroupConsumer;
  private known: MessageRegistry | undefined;

  /** `reads`: also for the lag watch. */
  constructor(readonly reads: KafkaTransportOptions) {
    super();
    this.log = reads.log;
  }

  get handles(): readonly string[] {
    return this.reads.topics;
  }

  /** The messages that a record may contain: a topic knows only messages that were declared on it. */
  get registry(): MessageRegistry {
    return (this.known ??= messageRegistry(this.messages.filter((message) => isOnOneOf(this.reads.topics, message))));
  }

  /** Resolves after the group is joined. Nest receives a refusal to start through the callback. */
  abstract start(): Promise<void>;
  abstract override close(): Promise<void>;

  override listen(callback: (error?: unknown) => void): void {
    this.start().then(() => callback(), callback);
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
        await this.reads.producer.send([deadLetterOf(record, cause)]);
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
