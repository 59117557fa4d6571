import { connectorNames } from '@payorch/connectors/catalogue';
import { deadLetterTopic, topics, type TopicSpec } from '@payorch/contracts';
import type { Admin, ITopicConfig } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';

const minuteMs = 60_000;
const retentionMs = { '7 days': 7 * 1440 * minuteMs, '10 minutes': 10 * minuteMs, '30 days': 30 * 1440 * minuteMs };
/** As many gateways as may answer at once, each from its own replies topic. */
const replySlots = [0, 1, 2, 3];
const usualMaxBytes = 1_048_588;
/** A parked message carries its cause in headers on top of what it carried before. */
const deadLetterExtraBytes = 65_536;

interface PlannedTopic {
  readonly topic: string;
  readonly numPartitions: number;
  readonly config: Readonly<Record<string, string>>;
}

/** The topic, or each topic of a family. */
export function membersOf({ name }: TopicSpec): string[] {
  if (name.includes('<name>')) return connectorNames.map((connector) => name.replace('<name>', connector));
  if (name.includes('<slot>')) return replySlots.map((slot) => name.replace('<slot>', String(slot)));
  return [name];
}

function configOf({ retention, maxMessageBytes }: TopicSpec): Record<string, string> {
  const size = maxMessageBytes ? { 'max.message.bytes': String(maxMessageBytes) } : {};
  if (retention === 'compacted') return { 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0.1', ...size };
  const ms = String(retentionMs[retention]);
  // Only a closed segment is deleted: what lives for minutes must not stay open for the usual week.
  const segment = retention === '10 minutes' ? { 'segment.ms': ms } : {};
  return { 'retention.ms': ms, ...segment, ...size };
}

const deadLetterPlanOf = (topic: string, { maxMessageBytes = usualMaxBytes }: TopicSpec): PlannedTopic => ({
  topic: deadLetterTopic(topic),
  numPartitions: 1,
  config: {
    'retention.ms': String(retentionMs['30 days']),
    'max.message.bytes': String(maxMessageBytes + deadLetterExtraBytes),
  },
});

/**
 * Every topic of the contracts with its settings, families spelled out. All but replies have a place to park what can
 * never be handled; a reply may be lost, and can be had again.
 */
export function topicPlan(keyedPartitions: number): PlannedTopic[] {
  const partitions = { keyed: keyedPartitions, parallel: 4, single: 1 };
  return Object.values<TopicSpec>(topics).flatMap((spec) =>
    membersOf(spec).flatMap((topic) => [
      { topic, numPartitions: partitions[spec.partitions], config: configOf(spec) },
      ...(spec.name.startsWith('gateway.replies') ? [] : [deadLetterPlanOf(topic, spec)]),
    ]),
  );
}

/** `KAFKA_PARTITIONS`; undefined where it says nothing. */
export function keyedPartitionsOf(env: Readonly<Record<string, string | undefined>>): number | undefined {
  const text = env['KAFKA_PARTITIONS'];
  if (!text) return undefined;
  if (!/^[1-9][0-9]{0,2}$/.test(text)) throw new RangeError(`KAFKA_PARTITIONS is ${text}, it must be 1 to 999`);
  return Number(text);
}

const toRequest = ({ topic, numPartitions, config }: PlannedTopic): ITopicConfig => ({
  topic,
  numPartitions,
  replicationFactor: -1,
  configEntries: Object.entries(config).map(([name, value]) => ({ name, value })),
});

/**
 * A broker that has just started makes or loads its topic of consumer groups when a group is first asked for, and meanwhile
 * turns members away. Services should not meet that.
 */
async function groupsAreServed(admin: Admin, withinMs = 20_000): Promise<void> {
  for (const end = performance.now() + withinMs; ; await sleep(100))
    try {
      await admin.fetchOffsets({ groupId: 'provision', topics: ['payments.commands'] });
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
}

/** One machine has no use for more instances of a service, and every fetch costs by the partition: 2 ms of a payment at 8. */
const fewPartitions = 4;

async function partitionsThere(admin: Admin, present: ReadonlySet<string>): Promise<number | undefined> {
  const { name } = topics.paymentsCommands;
  if (!present.has(name)) return undefined;
  return (await admin.fetchTopicMetadata({ topics: [name] })).topics[0]?.partitions.length;
}

/**
 * Creates what is missing in one call. Where no count is wanted it is the one that is there already. A topic with another partition count is refused: keys would change their partition,
 * and partition n of each topic must meet in one instance.
 */
export async function ensureTopics(admin: Admin, keyedPartitions?: number): Promise<string[]> {
  const present = new Set(await admin.listTopics());
  const plan = topicPlan(keyedPartitions ?? (await partitionsThere(admin, present)) ?? fewPartitions);
  const missing = plan.filter(({ topic }) => !present.has(topic));
  if (missing.length > 0) await admin.createTopics({ topics: missing.map(toRequest), waitForLeaders: true });
  const { topics: found } = await admin.fetchTopicMetadata({ topics: plan.map(({ topic }) => topic) });
  const counts = new Map(found.map(({ name, partitions }) => [name, partitions.length]));
  for (const { topic, numPartitions } of plan) {
    const count = counts.get(topic);
    if (count !== undefined && count !== numPartitions)
      throw new RangeError(`${topic} has ${count} partitions and ${numPartitions} are wanted (KAFKA_PARTITIONS)`);
  }
  await groupsAreServed(admin);
  return plan.map(({ topic }) => topic);
}
