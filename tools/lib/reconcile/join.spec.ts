import fc from 'fast-check';
import { at, our, their } from './fixtures';
import { join } from './join';
import type { Ours, Theirs } from './records';

const groupsOf = (theirs: readonly Theirs[], ours: readonly Ours[]) =>
  join(theirs, ours, 'list').map((group) => [
    group.ours?.ourId ?? null,
    ...group.theirs.map(({ reference }) => reference),
  ]);

it.each<[string, Theirs[], Ours[], (string | null)[][]]>([
  ['by reference', [their('a', { ourId: null })], [our('a')], [['our_a', 'ref_a']]],
  ['by our id, where we know no reference', [their('a')], [our('a', { reference: null })], [['our_a', 'ref_a']]],
  [
    'by the id of the object, by which processors name payouts',
    [their('a', { reference: 'tr_a', ourId: 'pay_a' })],
    [our('a', { ourId: 'op_a' })],
    [['op_a', 'tr_a']],
  ],
  [
    'by reference before our id',
    [their('a', { ourId: 'our_b' })],
    [our('a'), our('b', { reference: null })],
    [['our_b'], ['our_a', 'ref_a']],
  ],
  [
    'a refund has no payment of the same id',
    [their('a', { kind: 'refund' })],
    [our('a')],
    [['our_a'], [null, 'ref_a']],
  ],
  [
    'of two of ours with one reference, the one whose id the processor shows',
    [their('a', { ourId: 'our_b' })],
    [our('a'), our('b', { reference: 'ref_a' })],
    [['our_a'], ['our_b', 'ref_a']],
  ],
  [
    'of two of ours with one reference, the one that is not over',
    [their('a', { ourId: null })],
    [our('a', { state: 'failed', moved: 0 }), our('b', { reference: 'ref_a' })],
    [['our_a'], ['our_b', 'ref_a']],
  ],
  [
    'two of the processor’s with one id of ours',
    [their('a'), their('b', { ourId: 'our_a', createdAt: at(1) })],
    [our('a')],
    [['our_a', 'ref_a', 'ref_b']],
  ],
  ['one that two pages have', [their('a'), their('a')], [our('a'), our('a')], [['our_a', 'ref_a']]],
  [
    'one whose reference came between two pages',
    [their('a')],
    [our('a'), our('a', { reference: null })],
    [['our_a', 'ref_a']],
  ],
])('%s', (_, theirs, ours, groups) => expect(groupsOf(theirs, ours)).toEqual(groups));

const id = fc.constantFrom('a', 'b', 'c', 'd');
const facts = {
  kind: fc.constantFrom('payment' as const, 'refund' as const),
  createdAt: fc.integer({ min: 0, max: 3 }).map(at),
  moved: fc.constantFrom(0, 500, 1000),
};
const someTheirs = fc.array(
  fc
    .record({ id, ourId: fc.option(id.map((one) => `our_${one}`)), ...facts })
    .map(({ id: one, ...changes }) => their(one, changes)),
  { maxLength: 12 },
);
const someOurs = fc.array(
  fc
    .record({ id, reference: fc.option(id.map((one) => `ref_${one}`)), ...facts })
    .map(({ id: one, ...changes }) => our(one, changes)),
  { maxLength: 12 },
);

it('every record is in exactly one group', () => {
  fc.assert(
    fc.property(someTheirs, someOurs, (theirs, ours) => {
      const groups = join(theirs, ours, 'list');
      const theirKeys = groups.flatMap((group) => group.theirs.map(({ kind, reference }) => `${kind} ${reference}`));
      const ourKeys = groups.flatMap((group) => (group.ours ? [`${group.ours.kind} ${group.ours.ourId}`] : []));
      expect(theirKeys.sort()).toEqual(
        [...new Set(theirs.map(({ kind, reference }) => `${kind} ${reference}`))].sort(),
      );
      expect(ourKeys.sort()).toEqual([...new Set(ours.map(({ kind, ourId }) => `${kind} ${ourId}`))].sort());
      expect(groups.every((group) => group.ours !== null || group.theirs.length === 1)).toBe(true);
    }),
  );
});

it('no order of the records, and none that comes twice, changes the groups', () => {
  const shuffled = <T>(list: readonly T[]) => fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 });
  const inputs = fc
    .tuple(someTheirs, someOurs)
    .chain(([theirs, ours]) => fc.tuple(fc.constant({ theirs, ours }), shuffled(theirs), shuffled(ours)));
  const sorted = (groups: readonly unknown[]) => groups.map((group) => JSON.stringify(group)).sort();
  fc.assert(
    fc.property(inputs, ([{ theirs, ours }, otherTheirs, otherOurs]) => {
      expect(sorted(join(otherTheirs, otherOurs, 'list'))).toEqual(sorted(join(theirs, ours, 'list')));
    }),
  );
});
