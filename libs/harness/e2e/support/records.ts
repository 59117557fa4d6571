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

/** What has been read of a partition, and the offset after it. */
interface Read {
  readonly records: TopicRecord[];
  next: number;
}

/** By broker and place. A lifecycle topic only grows while tests run, and tests read it again and again. */
const readBefore = new Map<string, Read>();

function readOf({ kafkaBrokers }: RunningSystem, place: string): Read {
  const nothing = { records: [], next: 0 };
  if (!/\.lifecycle\/\d+$/.test(place)) return nothing;
  const name = `${kafkaBrokers} ${place}`;
  const known = readBefore.get(name) ?? nothing;
  readBefore.set(name, known);
  return known;
}

/** All records that the topics contain at the time of the call. */
export async function recordsIn(system: RunningSystem, topics: readonly string[]): Promise<TopicRecord[]> {
  const ends = await endsOf(system, topics);
  const reads = new Map([...ends.keys()].map((place) => [place, readOf(system, place)] as const));
  const isRead = (place: string): boolean => reads.get(place)!.next >= ends.get(place)!;
  const waiting = new Set([...ends.keys()].filter((place) => !isRead(place)));
  if (waiting.size > 0) await readOn(system, reads, waiting, isRead);
  return [...reads.values()].flatMap(({ records }) => records);
}

/** Reads on, in each waiting partition from where its reading ended, until none waits. */
async function readOn(
  system: RunningSystem,
  reads: ReadonlyMap<string, Read>,
  waiting: Set<string>,
  isRead: (place: string) => boolean,
): Promise<void> {
  const consumer = clientOf(system).consumer({ groupId: `reader.${randomUUID()}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  const topicOf = (place: string): string => place.slice(0, place.lastIndexOf('/'));
  const topics = new Set([...waiting].map(topicOf));
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  try {
    await new Promise<void>((resolve, reject) => {
      consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
      const run = consumer.run({
        eachBatch: async ({ batch }) => {
          const { topic, partition } = batch;
          const place = `${topic}/${partition}`;
          const read = reads.get(place);
          if (!read) return;
          // Another reader may have been here first, and the seek may come after the first fetch.
          for (const { key, value, headers = {}, offset } of batch.messages)
            if (Number(offset) >= read.next) read.records.push({ topic, partition, key, value, headers });
          read.next = Math.max(read.next, Number(batch.lastOffset()) + 1);
          if (isRead(place)) waiting.delete(place);
          if (waiting.size === 0) resolve();
        },
      });
      for (const [place, { next }] of reads) {
        const topic = topicOf(place);
        const partition = Number(place.slice(topic.length + 1));
        if (next > 0 && topics.has(topic)) consumer.seek({ topic, partition, offset: String(next) });
      }
      run.catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
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
