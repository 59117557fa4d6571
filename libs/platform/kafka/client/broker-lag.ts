import { topics } from '@payorch/contracts';
import { type Admin, AssignerProtocol } from 'kafkajs';

/** How far one consumer group is behind on one topic. */
export interface GroupLag {
  readonly groupId: string;
  readonly topic: string;
  /** Members of the group at this moment; 0: its consumers are away. */
  readonly members: number;
  /** Messages of the topic, over all partitions, that the group has not committed. */
  readonly lag: number;
}

export interface BrokerLag {
  /** Sorted by group and topic. */
  readonly groups: readonly GroupLag[];
  /** Every dead-letter topic (`isDeadLetterTopic`) with the number of messages on it, sorted by topic. */
  readonly deadLetters: readonly { readonly topic: string; readonly depth: number }[];
}

export type LagAdmin = Pick<
  Admin,
  'listGroups' | 'describeGroups' | 'fetchOffsets' | 'fetchTopicOffsets' | 'listTopics'
>;

type Committed = ReadonlyMap<number, number>;
type Bounds = readonly { readonly partition: number; readonly low: string; readonly high: string }[];
type GroupMember = Awaited<ReturnType<Admin['describeGroups']>>['groups'][number]['members'][number];

/** Former releases had a dead-letter topic for each topic. A system that was upgraded still has them. */
export const isDeadLetterTopic = (topic: string): boolean =>
  topic === topics.deadLetters.name || topic.endsWith('.dlq');

/** A `TopicReader` reads a whole topic in a group of its own, named by a random id. The group commits nothing, so it has no lag. */
const isReader = (groupId: string): boolean => /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(groupId);

const topicsOf = ({ memberAssignment }: GroupMember): string[] =>
  Object.keys(AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment ?? {});

async function committedBy(admin: Pick<Admin, 'fetchOffsets'>, groupId: string): Promise<Map<string, Committed>> {
  const offsets = await admin.fetchOffsets({ groupId });
  return new Map(
    offsets.map(({ topic, partitions }) => [
      topic,
      new Map(partitions.map(({ partition, offset }) => [partition, Number(offset)])),
    ]),
  );
}

/** A partition without a committed offset is read from its beginning, and deleted messages do not wait. */
const lagOf = (bounds: Bounds, committed: Committed): number =>
  bounds.reduce(
    (sum, { partition, low, high }) =>
      sum + Math.max(0, Number(high) - Math.max(committed.get(partition) ?? -1, Number(low))),
    0,
  );

const atOnce = 16;

async function boundsOf(
  admin: Pick<Admin, 'fetchTopicOffsets'>,
  names: readonly string[],
): Promise<Map<string, Bounds>> {
  const found = new Map<string, Bounds>();
  for (let first = 0; first < names.length; first += atOnce)
    await Promise.all(
      names.slice(first, first + atOnce).map(async (topic) => found.set(topic, await admin.fetchTopicOffsets(topic))),
    );
  return found;
}

/** How far the topics reach at this moment. */
export type TopicEnds = ReadonlyMap<string, Bounds>;

export const readTopicEnds = (admin: Pick<Admin, 'fetchTopicOffsets'>, names: readonly string[]): Promise<TopicEnds> =>
  boundsOf(admin, names);

/** How many of the messages before these ends a group has not committed: 0 when it has handled all of them. */
export async function lagBefore(admin: Pick<Admin, 'fetchOffsets'>, groupId: string, ends: TopicEnds): Promise<number> {
  const committed = await committedBy(admin, groupId);
  return [...ends].reduce((sum, [topic, bounds]) => sum + lagOf(bounds, committed.get(topic) ?? new Map()), 0);
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/**
 * Reads the lag of every consumer group from the broker, groups whose consumers are away included, and the depth of every
 * dead-letter topic. `admin` must be connected; rejects as it does. The cost is two requests a topic.
 */
export async function readBrokerLag(admin: LagAdmin): Promise<BrokerLag> {
  const [listed, allTopics] = await Promise.all([admin.listGroups(), admin.listTopics()]);
  const present = new Set(allTopics);
  const ids = listed.groups.map(({ groupId }) => groupId).filter((groupId) => !isReader(groupId));
  const { groups } = ids.length > 0 ? await admin.describeGroups(ids) : { groups: [] };
  const read = await Promise.all(
    groups.map(async ({ groupId, members }) => ({
      groupId,
      members,
      committed: await committedBy(admin, groupId),
    })),
  );
  const rows = read.flatMap(({ groupId, members, committed }) =>
    [...new Set([...committed.keys(), ...members.flatMap(topicsOf)])]
      .filter((topic) => present.has(topic))
      .map((topic) => ({ groupId, topic, members: members.length, committed: committed.get(topic) ?? new Map() })),
  );
  const deadLetterTopics = allTopics.filter(isDeadLetterTopic).sort(compare);
  const bounds = await boundsOf(admin, [...new Set([...rows.map(({ topic }) => topic), ...deadLetterTopics])]);
  return {
    groups: rows
      .map(({ committed, ...row }) => ({ ...row, lag: lagOf(bounds.get(row.topic) ?? [], committed) }))
      .sort((one, other) => compare(one.groupId, other.groupId) || compare(one.topic, other.topic)),
    deadLetters: deadLetterTopics.map((topic) => ({
      topic,
      depth: (bounds.get(topic) ?? []).reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0),
    })),
  };
}
