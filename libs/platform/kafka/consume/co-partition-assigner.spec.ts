import fc from 'fast-check';
import { AssignerProtocol, type Cluster, type Logger, type PartitionMetadata } from 'kafkajs';
import { coPartitionAssigner, type Member, sharePartitions } from './co-partition-assigner';

const count = fc.integer({ min: 1, max: 40 });
const members = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
  .chain((ids) => fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), owned: fc.array(fc.nat(60)) }))));

const sizes = (shares: Map<string, number[]>) => [...shares.values()].map((own) => own.length);
const settled = (shares: Map<string, number[]>): Member[] => [...shares].map(([id, owned]) => ({ id, owned }));
const movedBetween = (before: Map<string, number[]>, after: Map<string, number[]>): number =>
  [...after].flatMap(([id, own]) => own.filter((partition) => !before.get(id)?.includes(partition))).length;

describe('sharePartitions', () => {
  it('each partition is assigned to exactly one member, and shares differ by one at most', () => {
    fc.assert(
      fc.property(members, count, (group, partitions) => {
        const shares = sharePartitions(group, partitions);
        const all = [...shares.values()].flat().sort((a, b) => a - b);
        expect(all).toEqual(Array.from({ length: partitions }, (_, partition) => partition));
        expect(Math.max(...sizes(shares)) - Math.min(...sizes(shares))).toBeLessThanOrEqual(1);
        expect(shares.size).toBe(group.length);
      }),
    );
  });

  it('the assignment does not depend on the order of the members', () => {
    fc.assert(
      fc.property(members, count, (group, partitions) => {
        expect(sharePartitions([...group].reverse(), partitions)).toEqual(sharePartitions(group, partitions));
      }),
    );
  });

  it('an unchanged group moves no partition', () => {
    fc.assert(
      fc.property(members, count, (group, partitions) => {
        const before = sharePartitions(group, partitions);
        expect(movedBetween(before, sharePartitions(settled(before), partitions))).toBe(0);
      }),
    );
  });

  it('a new member moves no more than its share', () => {
    fc.assert(
      fc.property(members, count, (group, partitions) => {
        const before = sharePartitions(group, partitions);
        const after = sharePartitions([...settled(before), { id: 'newcomer', owned: [] }], partitions);
        expect(movedBetween(before, after)).toBe(after.get('newcomer')!.length);
      }),
    );
  });

  it('a leaving member moves only its own partitions', () => {
    fc.assert(
      fc.property(members, count, (group, partitions) => {
        fc.pre(group.length > 1);
        const before = sharePartitions(group, partitions);
        const [gone, ...stay] = settled(before);
        expect(movedBetween(before, sharePartitions(stay, partitions))).toBe(gone!.owned.length);
      }),
    );
  });
});

describe('coPartitionAssigner', () => {
  const partitions = (length: number) => Array.from({ length }, () => ({}) as PartitionMetadata);
  const cluster = { findTopicPartitionMetadata: () => partitions(6) } as unknown as Cluster;
  const assignerOf = (owned: readonly number[]) =>
    coPartitionAssigner(() => owned)({ cluster, groupId: 'group', logger: {} as Logger });
  const memberOf = (memberId: string, owned: readonly number[], topics: string[]) => ({
    memberId,
    memberMetadata: assignerOf(owned).protocol({ topics }).metadata,
  });
  const assign = async (...group: ReturnType<typeof memberOf>[]) => {
    const assigned = await assignerOf([]).assign({ members: group, topics: ['a', 'b'] });
    return Object.fromEntries(
      assigned.map(({ memberId, memberAssignment }) => [
        memberId,
        AssignerProtocol.MemberAssignment.decode(memberAssignment)!.assignment,
      ]),
    );
  };

  it('a member gets the same partitions of every topic, and retains the ones it had', async () => {
    const both = ['a', 'b'];
    expect(await assign(memberOf('x', [1, 3, 5], both), memberOf('y', [0, 2, 4], both))).toEqual({
      x: { a: [1, 3, 5], b: [1, 3, 5] },
      y: { a: [0, 2, 4], b: [0, 2, 4] },
    });
  });

  it('a member that did not subscribe to a topic gets none of its partitions', async () => {
    const { x, y } = await assign(memberOf('x', [], ['a', 'b']), memberOf('y', [], ['a']));
    expect(Object.keys(x!)).toEqual(['a', 'b']);
    expect(Object.keys(y!)).toEqual(['a']);
  });
});
