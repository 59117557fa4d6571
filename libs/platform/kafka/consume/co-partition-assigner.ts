import { AssignerProtocol, type PartitionAssigner } from 'kafkajs';

export interface Member {
  readonly id: string;
  /** The partitions that the member had before; it retains as many as its share allows. */
  readonly owned: readonly number[];
}

/**
 * Assigns partition numbers to members: shares differ by one at most, and only necessary moves happen. If two members
 * claim the same partition (one of them returned from a pause), the first by id gets it.
 */
export function sharePartitions(members: readonly Member[], count: number): Map<string, number[]> {
  const sorted = [...members].sort((a, b) => (a.id < b.id ? -1 : 1));
  const claimed = new Set<number>();
  const claims = sorted.map(({ id, owned }) => {
    const own = [...new Set(owned)].filter((p) => Number.isInteger(p) && p >= 0 && p < count && !claimed.has(p));
    own.forEach((partition) => claimed.add(partition));
    return { id, own: own.sort((a, b) => a - b) };
  });
  // The larger shares go to the members that have most already.
  const bySize = [...claims].sort((a, b) => b.own.length - a.own.length || (a.id < b.id ? -1 : 1));
  const floor = Math.floor(count / sorted.length);
  const shares = bySize.map(({ id, own }, index) => {
    const quota = floor + (index < count % sorted.length ? 1 : 0);
    return { id, quota, retained: own.slice(0, quota) };
  });
  const taken = new Set(shares.flatMap(({ retained }) => retained));
  const free = Array.from({ length: count }, (_, partition) => partition).filter((partition) => !taken.has(partition));
  return new Map(
    shares.map(({ id, quota, retained }) => [
      id,
      [...retained, ...free.splice(0, quota - retained.length)].sort((a, b) => a - b),
    ]),
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
 * Assigns partition n of every topic of the group to the same member, so that all messages of one key reach one
 * instance. `owned` returns the partitions of this instance; each join carries them, and the group leader respects
 * them.
 */
export const coPartitionAssigner =
  (owned: () => readonly number[]): PartitionAssigner =>
  ({ cluster }) => ({
    name: 'CoPartitionAssigner',
    // Version 1 of the protocol has another field after `userData`.
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
