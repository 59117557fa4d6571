import { topics } from '@payorch/contracts';
import { messageOfDeadLetter } from '../../../libs/platform/kafka/messages/dead-letter';
import type { Admin, Kafka, KafkaMessage } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { pinningPartitioner } from '../../../libs/platform/kafka/produce/partitioner';
import type { DeadLetterRecord } from './dead-letter';
import type { Action, Actions, NewAction } from './plan';

/** The topics; a test names its own. */
export const usualTopics = { letters: topics.deadLetters.name, actions: topics.deadLetterActions.name } as const;

const publishedAtOnce = 100;

/** The dead letters of a broker and what operators did with them. `admin` must be connected. */
export class DeadLetterStore {
  constructor(
    private readonly kafka: Kafka,
    private readonly admin: Admin,
    private readonly names: { readonly letters: string; readonly actions: string } = usualTopics,
  ) {}

  /** Calls `visit` with every dead letter, the oldest first; one batch of them is in memory at a time. */
  read(visit: (record: DeadLetterRecord) => Promise<void> | void): Promise<void> {
    return this.readAll(this.names.letters, visit);
  }

  /** The last action of each dead letter, by its offset. */
  async actions(): Promise<Actions> {
    const found = new Map<string, Action>();
    await this.readAll(this.names.actions, ({ key, value }) => {
      if (key !== null && value !== null) found.set(key.toString(), JSON.parse(value.toString()) as Action);
    });
    return found;
  }

  /**
   * Publishes these dead letters to their topics of origin, in their order, with their keys, headers and bytes, and records each. Ended
   * at any point it may be called again: what it has sent and not recorded is sent again under the same id.
   */
  async replay(
    offsets: readonly string[],
    actionOf: (offset: string) => NewAction,
    onProgress: (done: number) => void = () => undefined,
  ): Promise<void> {
    const left = new Set(offsets);
    const producer = this.kafka.producer({ createPartitioner: pinningPartitioner, idempotent: true });
    let chunk: DeadLetterRecord[] = [];
    let done = 0;
    const send = async (): Promise<void> => {
      if (chunk.length === 0) return;
      const actions = chunk.map(({ offset }) => ({ offset, ...actionOf(offset) }));
      await this.record(
        producer,
        actions.map((one) => ({ ...one, state: 'replaying' })),
      );
      // One after the other: the messages of a key stay in order also where their topics differ.
      for (const record of chunk) {
        const { topic, ...message } = messageOfDeadLetter(record)!;
        await producer.send({ topic, acks: -1, messages: [message] });
      }
      await this.record(
        producer,
        actions.map((one) => ({ ...one, state: 'replayed' })),
      );
      done += chunk.length;
      chunk = [];
      onProgress(done);
    };
    await producer.connect();
    try {
      await this.read(async (record) => {
        if (!left.delete(record.offset)) return;
        chunk.push(record);
        if (chunk.length === publishedAtOnce) await send();
      });
      await send();
    } finally {
      await producer.disconnect();
    }
  }

  /** Records that these dead letters are not replayed. */
  async drop(offsets: readonly string[], actionOf: (offset: string) => NewAction): Promise<void> {
    const producer = this.kafka.producer({ idempotent: true });
    await producer.connect();
    try {
      for (let from = 0; from < offsets.length; from += publishedAtOnce)
        await this.record(
          producer,
          offsets
            .slice(from, from + publishedAtOnce)
            .map((offset) => ({ offset, ...actionOf(offset), state: 'dropped' })),
        );
    } finally {
      await producer.disconnect();
    }
  }

  /** Deletes the dead letters before `offset`: the depth of the topic, which raises the alert, then counts what is open. */
  async deleteBefore(offset: string): Promise<void> {
    await this.admin.deleteTopicRecords({ topic: this.names.letters, partitions: [{ partition: 0, offset }] });
  }

  /** The topics of the broker. */
  async topics(): Promise<ReadonlySet<string>> {
    return new Set(await this.admin.listTopics());
  }

  /** The topics of dead letters that `provision` has not made. */
  async missingTopics(): Promise<string[]> {
    const present = await this.topics();
    return Object.values(this.names).filter((name) => !present.has(name));
  }

  private async record(
    producer: ReturnType<Kafka['producer']>,
    actions: readonly (Action & { readonly offset: string })[],
  ): Promise<void> {
    const messages = actions.map(({ offset, ...action }) => ({ key: offset, value: JSON.stringify(action) }));
    await producer.send({ topic: this.names.actions, acks: -1, messages });
  }

  private async readAll(topic: string, visit: (message: KafkaMessage) => Promise<void> | void): Promise<void> {
    const [bounds] = await this.admin.fetchTopicOffsets(topic);
    if (!bounds || BigInt(bounds.high) <= BigInt(bounds.low)) return;
    const [end, groupId] = [BigInt(bounds.high), `ops.${randomUUID()}`];
    const consumer = this.kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await new Promise<void>((resolve, reject) => {
        consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
        let fault: Error | undefined;
        consumer
          .run({
            autoCommit: false,
            eachBatch: async ({ batch, heartbeat }) => {
              if (fault) return;
              try {
                for (const message of batch.messages) {
                  if (BigInt(message.offset) < end) await visit(message);
                  await heartbeat();
                }
                if (BigInt(batch.lastOffset()) + 1n >= end) resolve();
              } catch (error) {
                // Not thrown to the client, which would read the batch again and visit its records twice.
                fault = error as Error;
                reject(fault);
              }
            },
          })
          .catch(reject);
      });
    } finally {
      await consumer.disconnect();
      await this.admin.deleteGroups([groupId]).catch(() => undefined);
    }
  }
}
