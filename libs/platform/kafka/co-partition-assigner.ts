import { AssignerProtocol, type PartitionAssigner } from 'kafkajs';

export interface Member {
  readonly id: string;
  /** What it had before; it keeps as much of that as its share allows. */
  readonly owned: readonly number[];
}

/**
 * Shares partition numbers out among members: sizes differ by one at most, and nothing moves that need not. Where two
 * claim the same partition (one of them came back from a pause), the first by id has it.
 */
export function sharePartitions(members: readonly Member[], count: number): Map<string, number[]> {
  const sorted = [...members].sort((a, b) => (a.id < b.id ? -1 : 1));
  const claimed = new Set<number>();
  const claims = sorted.map(({ id, owned }) => {
    const own = [...new Set(owned)].filter((p) => Number.isInteger(p) && p >= 0 && p < count && !claimed.has(p));
    own.forEach((partition) => claimed.add(partition));
    return { id, own: own.sort((a, b) => a - b) };
  });
  // The larger shares go to those who have most already.
  const bySize = [...claims].sort((a, b) => b.own.length - a.own.length || (a.id < b.id ? -1 : 1));
  const floor = Math.floor(count / sorted.length);
  const shares = bySize.map(({ id, own }, index) => {
    const quota = floor + (index < count % sorted.length ? 1 : 0);
    return { id, quota, kept: own.slice(0, quota) };
  });
  const taken = new Set(shares.flatMap(({ kept }) => kept));
  const free = Array.from({ length: count }, (_, partition) => partition).filter((partition) => !taken.has(partition));
  return new Map(
    shares.map(({ id, quota, kept }) => [id, [...kept, ...free.splice(0, quota - kept.length)].sort((a, b) => a - b)]),
  );
}

const ownedOf = (userData: Buffer): number[] => {
  try {
    return (JSON.parse(userData.toString()) as { owned: number[] }).owned;
  } catch {
    return [];
  }
};

/**
 * Gives partition n of every topic of the group to the same member, so that all messages of one key meet in one instance.
 * `owned` tells what this instance has; it travels with each join, and whoever leads the group honours it.
 */
export const coPartitionAssigner =
  (owned: () => readonly number[]): PartitionAssigner =>
  ({ cluster }) => ({
    name: 'CoPartitionAssigner',
    // The wire's version 1 has another field after `userData`.
    version: 0,

    assign({ members, topics }) {
      const known = members.map(({ memberId, memberMetadata }) => {
        const metadata = AssignerProtocol.MemberMetadata.decode(memberMetadata);
        return { id: memberId, owned: metadata ? ownedOf(metadata.userData) : [], topics: metadata?.topics ?? topics };
      });
      const countOf = (topic: string) => cluster.findTopicPartitionMetadata(topic).length;
      const shares = sharePartitions(known, Math.max(...topics.map(countOf)));
      return Promise.resolve(
        known.map(({ id, topics: subscribed }) => {
          const of = (topic: string) => shares.get(id)!.filter((partition) => partition < countOf(topic));
          const assignment = Object.fromEntries(
            topics.filter((topic) => subscribed.includes(topic)).map((topic) => [topic, of(topic)]),
          );
          const userData = Buffer.alloc(0);
          const memberAssignment = AssignerProtocol.MemberAssignment.encode({
            version: this.version,
            assignment,
            userData,
          });
          return { memberId: id, memberAssignment };
        }),
      );
    },

    protocol({ topics }) {
      const userData = Buffer.from(JSON.stringify({ owned: owned() }));
      return {
        name: this.name,
        metadata: AssignerProtocol.MemberMetadata.encode({ version: this.version, topics, userData }),
      };
    },
  });
