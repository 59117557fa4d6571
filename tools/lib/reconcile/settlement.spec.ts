import fc from 'fast-check';
import { at, their } from './fixtures';
import type { Theirs } from './records';
import { SettledRows, settlementFileOf } from './settlement';

const recordsOf = (rows: readonly Theirs[], kind: Theirs['kind'] = 'payment'): Theirs[] => {
  const settled = new SettledRows();
  for (const row of rows) settled.add(row);
  return settled.records(kind);
};
const row = (id: string, minutes: number, changes: Partial<Theirs> = {}): Theirs =>
  their(id, { amount: null, createdAt: at(minutes), ...changes });

it('several captures of one payment are added up', () => {
  expect(recordsOf([row('a', 2, { moved: 300 }), row('b', 1), row('a', 0, { moved: 400 })])).toMatchObject([
    { reference: 'ref_a', moved: 700, createdAt: at(0) },
    { reference: 'ref_b', moved: 1000 },
  ]);
});

it('a dispute that was won moved nothing, and is no payment', () => {
  const dispute = { kind: 'dispute' } as const;
  const rows = [row('d', 5, { ...dispute, state: 'won', moved: 0 }), row('d', 1, { ...dispute, state: 'open' })];
  expect(recordsOf(rows, 'dispute')).toMatchObject([{ state: 'won', moved: 0, createdAt: at(1) }]);
  expect(recordsOf(rows)).toEqual([]);
});

it('no order of the rows changes the sums', () => {
  const rows = fc.array(
    fc
      .record({ id: fc.constantFrom('a', 'b'), minutes: fc.integer({ min: 0, max: 9 }), moved: fc.nat(900) })
      .map(({ id, minutes, moved }) => row(id, minutes, { moved })),
    { maxLength: 8 },
  );
  const sorted = (records: readonly Theirs[]) => records.map((one) => JSON.stringify(one)).sort();
  fc.assert(
    fc.property(
      rows.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([list, other]) => expect(sorted(recordsOf(other))).toEqual(sorted(recordsOf(list))),
    ),
  );
});

it('Stripe’s report has a reader, and an unknown connector has none', () => {
  expect(settlementFileOf('stripe')?.columns).toContain('reporting_category');
  expect(settlementFileOf('acme')).toBeUndefined();
});
