import { isInLanes, lanesAmong, topics } from '@payorch/contracts';
import { ensureLane } from '@payorch/provisioning';
import type { Admin, IHeaders, Kafka } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeadLetterTopic, readBrokerLag } from '../../libs/platform/kafka/client/broker-lag';
import { partitionOf } from '../../libs/platform/kafka/produce/partitioner';

export { readBrokerLag };

export interface LaneState {
  readonly lane: string;
  /** The workers that consume it. */
  readonly workers: number;
  /** Its messages that no worker has handled. */
  readonly lag: number;
}

/** Every lane, with its workers and what waits in it. */
export async function lanesAt(admin: Admin): Promise<LaneState[]> {
  const lanes = lanesAmong(await admin.listTopics()).filter(({ isFormer }) => !isFormer);
  const { groups } = await readBrokerLag(admin);
  return lanes.map(({ name, groupId }) => {
    const own = groups.filter((group) => group.groupId === groupId);
    return { lane: name, workers: own[0]?.members ?? 0, lag: own.reduce((sum, { lag }) => sum + lag, 0) };
  });
}

/** Makes the topics of a lane, and waits until a worker consumes them; resolves with false if none does within `withinMs`. */
export async function createLane(admin: Admin, lane: string, withinMs: number): Promise<boolean> {
  await ensureLane(admin, lane);
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(500))
    if ((await lanesAt(admin)).some((one) => one.lane === lane && one.workers > 0)) return true;
  return false;
}

interface TracedPayment {
  readonly merchant_id: string;
  readonly payment_id: string;
  readonly events: readonly { readonly at: string }[];
}

interface MessageEvent {
  readonly at: string;
  readonly service: 'broker';
  readonly event: 'message';
  readonly details: Readonly<Record<string, string | number | null>>;
}

/** Messages follow the events that they report by less than this. */
const aroundMs = 600_000;
const readForMs = 20_000;
/** Replies have no key, and settings are of no payment. */
const isOfPayments = (topic: string): boolean =>
  !topic.startsWith('gateway.replies') && topic !== topics.accountsConfig.name;

const headerOf = (headers: IHeaders | undefined, name: string): string | null => {
  const value = headers?.[name];
  return (Array.isArray(value) ? value.at(-1) : value)?.toString() ?? null;
};

interface Range {
  readonly topic: string;
  readonly partition: number;
  next: bigint;
  readonly end: bigint;
}

/** In a lane the partition of a message follows from its connector account, and not from its key. */
const lanePrefixes = Object.values(topics).flatMap(({ name }) => (isInLanes(name) ? [name.replace('<lane>', '')] : []));
const isLaned = (topic: string): boolean => lanePrefixes.some((prefix) => topic.startsWith(prefix));

/**
 * The records that may be of the payment, from its first event to its last: of each topic one partition, by its key, and of a lane
 * every one.
 */
async function rangesOf(admin: Admin, key: string, [from, to]: readonly [number, number]): Promise<Range[]> {
  const ours = (await admin.listTopics()).filter(isOfTheSystem).filter(isOfPayments);
  const { topics: known } = await admin.fetchTopicMetadata({ topics: ours });
  const ranges = await Promise.all(
    known.map(async ({ name: topic, partitions }) => {
      const [first, last] = await Promise.all(
        [from, to].map(async (ms) => {
          const offsets = await admin.fetchTopicOffsetsByTimestamp(topic, ms);
          return new Map(offsets.map(({ partition, offset }) => [partition, BigInt(offset)]));
        }),
      );
      const read = isLaned(topic)
        ? partitions.map(({ partitionId }) => partitionId)
        : [partitionOf(key, partitions.length)];
      return read.map((partition) => ({
        topic,
        partition,
        next: first?.get(partition) ?? 0n,
        end: last?.get(partition) ?? 0n,
      }));
    }),
  );
  return ranges.flat().filter(({ next, end }) => next < end);
}

/** With the dead-letter topics of former releases, and each connector's own topics. */
const families = Object.values(topics).map(
  ({ name }) => new RegExp(`^${name.replaceAll('.', '\\.').replace(/<\w+>/, '[a-z0-9_]+')}(\\.dlq)?$`),
);
const formerTopics = /^connector\.[a-z0-9_]+\.(?:commands|webhooks)(?:\.dlq)?$/;
const isOfTheSystem = (topic: string): boolean => [...families, formerTopics].some((family) => family.test(topic));

/**
 * The messages with the payment's key, without their bodies, from all topics, dead letters too, as far as the broker retains them.
 * Reads for 20 s at most; rejects if that is too short.
 */
export async function messagesOf(kafka: Kafka, admin: Admin, payment: TracedPayment): Promise<MessageEvent[]> {
  const key = `${payment.merchant_id}/${payment.payment_id}`;
  const times = payment.events.map(({ at }) => Date.parse(at)).filter((ms) => ms <= Date.now());
  const ranges = await rangesOf(admin, key, [Math.min(...times) - aroundMs, Math.max(...times) + aroundMs]);
  if (ranges.length === 0) return [];
  const [found, groupId] = [[] as MessageEvent[], `ops.${randomUUID()}`];
  const of = new Map(ranges.map((range) => [`${range.topic}/${range.partition}`, range]));
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: ranges.map(({ topic }) => topic), fromBeginning: false });
    const joined = new Promise<Readonly<Record<string, readonly number[]>>>((resolve) =>
      consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => resolve(payload.memberAssignment)),
    );
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ topic, partition, message }) => {
        const range = of.get(`${topic}/${partition}`);
        // Before the positions are set, the consumer begins at the end.
        if (!range || BigInt(message.offset) !== range.next || range.next >= range.end) return;
        if (message.key?.toString() === key) found.push(toEvent(topic, partition, message));
        range.next += 1n;
      },
    });
    for (const [topic, partitions] of Object.entries(await joined))
      for (const partition of partitions) {
        const range = of.get(`${topic}/${partition}`);
        if (range) consumer.seek({ topic, partition, offset: String(range.next) });
        else consumer.pause([{ topic, partitions: [partition] }]);
      }
    const end = Date.now() + readForMs;
    while (ranges.some((range) => range.next < range.end)) {
      if (Date.now() > end) throw new Error('reading the messages takes too long');
      await sleep(50);
    }
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
  }
  return found;
}

function toEvent(
  topic: string,
  partition: number,
  { offset, timestamp, headers }: { offset: string; timestamp: string; headers?: IHeaders },
): MessageEvent {
  const id = headerOf(headers, 'ce_id');
  return {
    at: new Date(Number(timestamp)).toISOString(),
    service: 'broker',
    event: 'message',
    details: {
      topic,
      type: headerOf(headers, 'ce_type'),
      partition,
      offset,
      message_id: id,
      correlation_id: headerOf(headers, 'correlationid'),
      // A worker names the processor's event in the id of what it reports.
      ...(id?.startsWith('webhook:') && { cause: 'processor webhook' }),
      ...(isDeadLetterTopic(topic) && { dead_letter_of: headerOf(headers, 'x-origin-topic') }),
    },
  };
}
