import { randomUUID } from 'node:crypto';
import { defineMessage, type MessageDefinition, nameOf, topics } from '@payorch/contracts';
import type { Admin, Kafka } from 'kafkajs';
import { z } from 'zod';
import { createKafka, type Log } from './client/client';
import { encode } from './messages/codec';
import type { EncodedMessage, MessageContext } from './messages/envelope';
import type { MessageServer } from './transports/message-server';
import { newTraceparent } from '@payorch/platform/tracing';

/**
 * For integration specs: creates topics of their own on the configured broker and deletes them afterwards. The dead-letter topic
 * stays: specs that run meanwhile write to it, too.
 */
export class KafkaFixture {
  readonly kafka: Kafka;
  private readonly admin: Admin;
  private readonly topics: string[] = [];
  private readonly closers: (() => Promise<void>)[] = [];

  constructor(readonly log: Log = silentLog) {
    const brokers = process.env['KAFKA_BROKERS'];
    if (!brokers) throw new Error('KAFKA_BROKERS is not set');
    this.kafka = createKafka({ brokers: brokers.split(','), clientId: 'spec', log });
    this.admin = this.kafka.admin();
  }

  async topic(
    numPartitions: number,
    configEntries: { name: string; value: string }[] = [],
    topic = `spec.${randomUUID()}`,
  ): Promise<string> {
    await this.admin.connect();
    const deadLetters = topics.deadLetters.name;
    await this.admin.createTopics({
      // The client would treat the broker's first answer, "unknown topic", as final.
      waitForLeaders: false,
      topics: [
        { topic, numPartitions, replicationFactor: 1, configEntries },
        { topic: deadLetters, numPartitions: 1, replicationFactor: 1 },
      ],
    });
    this.topics.push(topic);
    const isKnown = () =>
      this.admin.fetchTopicMetadata({ topics: [topic, deadLetters] }).then(
        () => true,
        () => false,
      );
    await until(isKnown, 'the topics are there');
    return topic;
  }

  /** Closed in the reverse order of opening, before the topics are deleted. */
  onClose(close: () => Promise<void>): void {
    this.closers.push(close);
  }

  async committed(groupId: string, topic: string): Promise<number> {
    const offsets = await this.admin.fetchOffsets({ groupId, topics: [topic] });
    return offsets.flatMap(({ partitions }) => partitions).reduce((sum, p) => sum + Math.max(0, Number(p.offset)), 0);
  }

  async close(): Promise<void> {
    for (const close of this.closers.reverse()) await close();
    if (this.topics.length > 0) await this.admin.deleteTopics({ topics: this.topics });
    await this.admin.disconnect();
  }
}

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export const noted = z.object({ id: z.string(), n: z.int() });
export type Noted = z.infer<typeof noted>;

/** A message definition keyed by id on a topic of the spec. */
export const noteOn = (topic: string, options: { keyed?: boolean } = {}): MessageDefinition<Noted, 'note.taken'> =>
  defineMessage({
    topic,
    type: 'note.taken',
    version: 1,
    kind: 'event',
    key: ({ id }) => (options.keyed === false ? null : id),
    data: noted,
  });

/** Registers a handler of notes with a transport, as Nest does. */
export function handleNotes<Context, Result>(
  transport: MessageServer<Context, Result>,
  topic: string,
  handler: (data: Noted, context: Context) => Promise<Result>,
): void {
  const message = noteOn(topic) as MessageDefinition;
  transport.addHandler(nameOf(message), (data, context) => handler(data as Noted, context), true, {
    messages: [message],
  });
}

export const aContext = (overrides: Partial<MessageContext> = {}): MessageContext => ({
  messageId: randomUUID(),
  correlationId: 'correlation',
  traceparent: newTraceparent(),
  occurredAt: new Date(),
  ...overrides,
});

export const aNote = (topic: string, id: string, n: number, context: Partial<MessageContext> = {}): EncodedMessage =>
  encode({ message: noteOn(topic) as MessageDefinition, data: { id, n }, context: aContext(context) });

export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  timeoutMs = 20_000,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`timed out before ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
