import { isInLanes, laneName, sharedLane, topicInLane, topics, type TopicSpec } from '@payorch/contracts';
import type { Admin, ConfigResourceTypes, ConfigSource, ITopicConfig } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const retentionMs = {
  '10 minutes': 10 * minuteMs,
  '3 days': 3 * dayMs,
  '7 days': 7 * dayMs,
  '30 days': 30 * dayMs,
};
/** After it the broker's last error is thrown. */
const longestCreationMs = 30_000;
/** Of internal topics in former releases. */
const formerRetention = String(retentionMs['7 days']);
/** The replies topics: at most this many gateways run at once, each with its own topic. */
const replySlots = [0, 1, 2, 3];
/** Kafka's numbers; an ES module cannot import the client's names for them. */
const [topicResource, setAtTopic]: [ConfigResourceTypes, ConfigSource] = [2, 1];

interface PlannedTopic {
  readonly topic: string;
  readonly numPartitions: number;
  readonly config: Readonly<Record<string, string>>;
}

/** The topic itself, or each topic of a family; operators add lanes. */
export function membersOf({ name }: TopicSpec): string[] {
  if (isInLanes(name)) return [topicInLane(name, sharedLane)];
  if (name.includes('<slot>')) return replySlots.map((slot) => name.replace('<slot>', String(slot)));
  return [name];
}

/** Kafka deletes only closed segments: with the default of a week a message would stay for a week beyond its retention. */
const retainedFor = (ms: number): Record<string, string> => ({
  'retention.ms': String(ms),
  'segment.ms': String(ms / 4),
});

function configOf({ retention, maxMessageBytes }: TopicSpec): Record<string, string> {
  const size = maxMessageBytes ? { 'max.message.bytes': String(maxMessageBytes) } : {};
  if (retention === 'compacted') return { 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0.1', ...size };
  return { ...retainedFor(retentionMs[retention]), ...size };
}

/** Every topic of the contracts with its settings, each member of a family by name. */
export function topicPlan(keyedPartitions: number): PlannedTopic[] {
  const partitions = { keyed: keyedPartitions, parallel: 4, single: 1 };
  return Object.values<TopicSpec>(topics).flatMap((spec) =>
    membersOf(spec).map((topic) => ({
      topic,
      numPartitions: partitions[spec.partitions],
      config: configOf(spec),
    })),
  );
}

/**
 * The settings of the internal topics under another retention, for a measurement. Public and compacted topics and the dead-letter
 * topic are not among them.
 */
export const internalRetainedFor = (minutes: number): ReadonlyMap<string, Readonly<Record<string, string>>> =>
  new Map(
    Object.values<TopicSpec>(topics)
      .filter(({ visibility, retention }) => visibility === 'internal' && retention !== 'compacted')
      .filter(({ name }) => name !== topics.deadLetters.name)
      .flatMap((spec) =>
        membersOf(spec).map((topic) => [topic, { ...configOf(spec), ...retainedFor(minutes * minuteMs) }]),
      ),
  );

/** Gives the internal topics another retention. Replaces all settings of these topics, so it is for a new system alone. */
export async function retainInternalFor(admin: Admin, minutes: number): Promise<void> {
  const resources = [...internalRetainedFor(minutes)].map(([name, config]) => ({
    type: topicResource,
    name,
    configEntries: entriesOf(config),
  }));
  await admin.alterConfigs({ validateOnly: false, resources });
}

/** `KAFKA_PARTITIONS`; undefined when it is not set. */
export function keyedPartitionsOf(env: Readonly<Record<string, string | undefined>>): number | undefined {
  const text = env['KAFKA_PARTITIONS'];
  if (!text) return undefined;
  if (!/^[1-9][0-9]{0,2}$/.test(text)) throw new RangeError(`KAFKA_PARTITIONS is ${text}, it must be 1 to 999`);
  return Number(text);
}

const entriesOf = (config: Readonly<Record<string, string>>) =>
  Object.entries(config).map(([name, value]) => ({ name, value }));

const toRequest = ({ topic, numPartitions, config }: PlannedTopic): ITopicConfig => ({
  topic,
  numPartitions,
  replicationFactor: -1,
  configEntries: entriesOf(config),
});

/**
 * Waits until the broker serves consumer groups. A new broker creates or loads its offsets topic at the first group request and
 * rejects members meanwhile.
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

/** One machine needs no more instances of a service, and each partition makes a fetch slower: 2 ms of a payment with 8. */
const fewPartitions = 4;

async function partitionsThere(admin: Admin, present: ReadonlySet<string>): Promise<number | undefined> {
  const { name } = topics.paymentsCommands;
  if (!present.has(name)) return undefined;
  return (await admin.fetchTopicMetadata({ topics: [name] })).topics[0]?.partitions.length;
}

/**
 * Gives the present topics the retention of this release, where it is that of a former release: a retention that an operator
 * has set stays, and so does every other setting of the topic.
 */
async function adoptRetention(admin: Admin, present: readonly PlannedTopic[]): Promise<void> {
  const shortened = new Map(
    present.flatMap(({ topic, config }) => {
      const ms = config['retention.ms'];
      return ms === undefined || Number(ms) >= Number(formerRetention) ? [] : [[topic, config] as const];
    }),
  );
  if (shortened.size === 0) return;
  const type = topicResource;
  const described = await admin.describeConfigs({
    resources: [...shortened.keys()].map((name) => ({ type, name })),
    includeSynonyms: false,
  });
  const resources = described.resources.flatMap(({ resourceName: name, configEntries }) => {
    const own = configEntries.filter(({ configSource }) => configSource === setAtTopic);
    const current = Object.fromEntries(own.map(({ configName, configValue }) => [configName, configValue]));
    if (current['retention.ms'] !== formerRetention) return [];
    return [{ type, name, configEntries: entriesOf({ ...current, ...shortened.get(name) }) }];
  });
  if (resources.length > 0) await admin.alterConfigs({ validateOnly: false, resources });
}

/**
 * Creates topics, and resolves when each partition has a leader. The client's own wait (`waitForLeaders`) takes the answer
 * "unknown topic" for final, which a broker gives until it has read its own log of the creation.
 */
export async function createTopics(admin: Admin, planned: readonly ITopicConfig[]): Promise<void> {
  await admin.createTopics({ topics: [...planned], waitForLeaders: false });
  const names = planned.map(({ topic }) => topic);
  const giveUpAt = Date.now() + longestCreationMs;
  for (;;) {
    try {
      await admin.fetchTopicMetadata({ topics: names });
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await sleep(100);
    }
  }
}

/** Creates the topics of a lane beside the shared one, of the same shape; those that exist stay as they are. */
export async function ensureLane(admin: Admin, lane: string): Promise<void> {
  if (!laneName.test(lane)) throw new RangeError(`${lane} is no name of a lane: it must match ${laneName.source}`);
  const shared = new Map(topicPlan(fewPartitions).map((planned) => [planned.topic, planned]));
  const planned = Object.values<TopicSpec>(topics).flatMap(({ name }) => {
    const model = isInLanes(name) ? shared.get(topicInLane(name, sharedLane)) : undefined;
    return model ? [{ ...model, topic: topicInLane(name, lane) }] : [];
  });
  await createTopics(admin, planned.map(toRequest));
}

/**
 * Creates all missing topics in one call, shortens the retention of present ones (`adoptRetention`), and returns all names. Without `keyedPartitions` the present count is used. Throws a
 * RangeError for a topic with another partition count: keys would change their partition, and one instance must consume
 * partition n of each topic.
 */
export async function ensureTopics(admin: Admin, keyedPartitions?: number): Promise<string[]> {
  const present = new Set(await admin.listTopics());
  const plan = topicPlan(keyedPartitions ?? (await partitionsThere(admin, present)) ?? fewPartitions);
  const missing = plan.filter(({ topic }) => !present.has(topic));
  if (missing.length > 0) await createTopics(admin, missing.map(toRequest));
  await adoptRetention(
    admin,
    plan.filter(({ topic }) => present.has(topic)),
  );
  const { topics: found } = await admin.fetchTopicMetadata({ topics: plan.map(({ topic }) => topic) });
  const counts = new Map(found.map(({ name, partitions }) => [name, partitions.length]));
  for (const { topic, numPartitions } of plan) {
    const count = counts.get(topic);
    if (count !== undefined && count !== numPartitions)
      throw new RangeError(`${topic} has ${count} partitions, KAFKA_PARTITIONS requires ${numPartitions}`);
  }
  await groupsAreServed(admin);
  return plan.map(({ topic }) => topic);
}
