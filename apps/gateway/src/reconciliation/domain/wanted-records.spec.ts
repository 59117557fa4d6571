import { wantedRecords } from './wanted-records';

const account = { merchant_id: 'm', merchant_connector_id: 'mca_1', kind: 'payment' } as const;
const [from, till] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00+01:00'];

it('a period has its times in UTC', () =>
  expect(wantedRecords({ ...account, from, till, cursor: 'c' })).toEqual({
    by: 'period',
    from: '2026-01-01T00:00:00.000Z',
    till: '2026-01-01T23:00:00.000Z',
    cursor: 'c',
  }));

it('names may be of one side only', () =>
  expect(wantedRecords({ ...account, our_ids: ['a'] })).toEqual({ by: 'named', references: [], ourIds: ['a'] }));

it.each([
  ['neither', {}, 'from'],
  ['half a period', { from }, 'till'],
  ['a period that ends before it begins', { from: '2026-02-01T00:00:00Z', till }, 'till'],
  ['both', { from, our_ids: ['a'] }, 'from'],
  ['names with a cursor', { references: ['a'], cursor: 'c' }, 'cursor'],
  ['too many processor’s names', { references: Array.from({ length: 81 }, () => 'a') }, 'references'],
  ['too many names of ours', { our_ids: Array.from({ length: 81 }, () => 'a') }, 'our_ids'],
])('%s is refused by the field', (_, sent, field) =>
  expect(wantedRecords({ ...account, ...sent })).toMatchObject({ kind: 'refused', details: { field } }),
);
