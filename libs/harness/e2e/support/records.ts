import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { withAdmin, type RunningSystem } from '@payorch/harness';

/** A record of a topic. */
export interface TopicRecord extends Pick<KafkaMessage, 'key' | 'value'> {
  readonly topic: string;
  readonly partition: number;
  readonly headers: NonNullable<KafkaMessage['headers']>;
}

const clientOf = ({ kafkaBrokers }: RunningSystem) => new Kafka({ brokers: kafkaBrokers, logLevel: logLevel.NOTHING });

/** Every topic except the broker's internal topics. */
export const topicsOf = ({ kafkaBrokers }: RunningSystem): Promise<string[]> =>
  withAdmin(kafkaBrokers, async (admin) => (await admin.listTopics()).filter((topic) => !topic.startsWith('__')));

/** The end of each partition with records: `topic/partition` → the offset after its last record. */
const endsOf = ({ kafkaBrokers }: RunningSystem, topics: readonly string[]): Promise<Map<string, number>> =>
  withAdmin(kafkaBrokers, async (admin) => {
    const ends = new Map<string, number>();
    for (const topic of topics) {
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        if (Number(high) > Number(low)) ends.set(`${topic}/${partition}`, Number(high));
      }
    }
    return ends;
  });

/** All records that the topics contain at the time of the call. */
export async function recordsIn(system: RunningSystem, topics: readonly string[]): Promise<TopicRecord[]> {
  const ends = await endsOf(system, topics);
  const found: TopicRecord[] = [];
  if (ends.size === 0) return found;
  const consumer = clientOf(system).consumer({ groupId: `reader.${randomUUID()}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  const filled = [...new Set([...ends.keys()].map((place) => place.slice(0, place.lastIndexOf('/'))))];
  await consumer.subscribe({ topics: filled, fromBeginning: true });
  try {
    await new Promise<void>((resolve, reject) => {
      consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
      const run = consumer.run({
        eachBatch: async ({ batch }) => {
          const place = `${batch.topic}/${batch.partition}`;
          for (const { key, value, headers = {} } of batch.messages)
            found.push({ topic: batch.topic, partition: batch.partition, key, value, headers });
          if (Number(batch.lastOffset()) + 1 >= (ends.get(place) ?? 0)) ends.delete(place);
          if (ends.size === 0) resolve();
        },
      });
      run.catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
  return found;
}

/** So many records stay below what the broker takes at once. */
const publishedAtOnce = 200;

/** Publishes the records to their topics again, unchanged and in their order within a topic, each `times` times. */
export async function produceAgain(
  system: RunningSystem,
  records: readonly Omit<TopicRecord, 'partition'>[],
  times: number,
): Promise<void> {
  const producer = clientOf(system).producer({ idempotent: true });
  await producer.connect();
  try {
    for (let round = 0; round < times; round += 1) {
      for (let from = 0; from < records.length; from += publishedAtOnce) {
        const some = records.slice(from, from + publishedAtOnce);
        const topicMessages = [...new Set(some.map(({ topic }) => topic))].map((topic) => ({
          topic,
          messages: some
            .filter((one) => one.topic === topic)
            .map(({ key, value, headers }) => ({ key, value, headers })),
        }));
        await producer.sendBatch({ topicMessages });
      }
    }
  } finally {
    await producer.disconnect();
  }
}
