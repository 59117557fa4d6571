import type { ProcessorRecord } from '@payorch/contracts';
import { joinRecords, missingColumns } from './settlement-file';

const row = (known: Partial<ProcessorRecord>): ProcessorRecord => ({
  kind: 'payment',
  reference: 'pi_1',
  chargeReference: null,
  ourId: null,
  state: 'succeeded',
  amount: null,
  moved: 1_000,
  currency: 'USD',
  createdAt: '2026-11-01T10:00:00.000Z',
  ...known,
});
const later = '2026-11-02T10:00:00.000Z';

it.each<[string, ProcessorRecord, ProcessorRecord, Partial<ProcessorRecord>]>([
  ['two captures add up', row({}), row({ moved: 500, createdAt: later }), { state: 'succeeded', moved: 1_500 }],
  [
    'a refund that failed',
    row({}),
    row({ state: 'failed', moved: 0, createdAt: later }),
    { state: 'failed', moved: 0 },
  ],
  [
    'a dispute that was won',
    row({ state: 'open' }),
    row({ state: 'won', moved: 0, createdAt: later }),
    { state: 'won', moved: 0 },
  ],
  [
    'a won dispute that was opened again',
    row({ state: 'won', moved: 0 }),
    row({ state: 'open', createdAt: later }),
    { state: 'open', moved: 1_000 },
  ],
  ['our id in the second row', row({}), row({ ourId: 'pay_1_1', createdAt: later }), { ourId: 'pay_1_1' }],
  ['our id in the first row', row({ ourId: 'pay_1_1' }), row({ createdAt: later }), { ourId: 'pay_1_1' }],
])('%s, in whatever order the rows come', (_, first, last, joined) => {
  const expected = { ...joined, createdAt: first.createdAt };
  expect(joinRecords(first, last)).toMatchObject(expected);
  expect(joinRecords(last, first)).toMatchObject(expected);
});

it('sums of two currencies do not add up', () => {
  const other = row({ currency: 'EUR', createdAt: later });
  expect(joinRecords(row({}), other)).toMatchObject({ moved: 1_000, currency: 'EUR' });
});

it('the columns that a file lacks are named', () => {
  const file = {
    report: 'a report',
    columns: ['id', 'gross', 'currency'],
    read: () => ({ kind: 'ignored', why: '' }) as const,
  };
  expect(missingColumns(file, ['currency', 'other', 'id'])).toEqual(['gross']);
  expect(missingColumns(file, ['currency', 'gross', 'id', 'other'])).toEqual([]);
});
