import { filtersBy, overallOf, selectionOf } from './list-selection';

interface Filters {
  readonly id: string | null;
  readonly names: readonly string[] | null;
  readonly amountFrom: number | null;
}
const { equal, oneOf, bound } = filtersBy<Filters>();
const groups = {
  indexed: [equal(({ id }) => id, 'n.id')],
  others: [[oneOf(({ names }) => names, 'n.name'), bound(({ amountFrom }) => amountFrom, 'n.amount >=')]],
};
const source = { from: 'notes n', alias: 'n.', upTo: '<' } as const;
const range = { merchantId: 'm', createdFrom: null, createdTo: '2026-01-06T00:00:00Z' };
const nothing: Filters = { id: null, names: null, amountFrom: null };
const within = 'FROM notes n WHERE n.merchant_id = $1 AND n.created_at >= $2 AND n.created_at < $3';
const bounds = ['m', '-infinity', '2026-01-06T00:00:00Z'];

it('a list without filters has the merchant and the range of time alone', () =>
  expect(selectionOf(source, range, nothing, groups)).toEqual({ sql: within, values: bounds }));

it('a filter with an index is named only where it is requested', () =>
  expect(selectionOf(source, range, { ...nothing, id: 'n1' }, groups)).toEqual({
    sql: `${within} AND n.id = $4::text`,
    values: [...bounds, 'n1'],
  }));

it('one filter of a group brings all of them, so that another one makes no new statement', () => {
  const sql = `${within} AND ($4::text[] IS NULL OR n.name = ANY($4::text[])) AND ($5::bigint IS NULL OR n.amount >= $5::bigint)`;
  expect(selectionOf(source, range, { ...nothing, amountFrom: 5 }, groups)).toEqual({
    sql,
    values: [...bounds, null, 5],
  });
  expect(selectionOf(source, range, { ...nothing, names: ['a'] }, groups)).toEqual({
    sql,
    values: [...bounds, ['a'], null],
  });
});

it('what is counted overall may be limited to one profile', () =>
  expect(overallOf({ from: 'notes', upTo: '<=' }, { ...range, profileId: 'p' })).toEqual({
    sql: `FROM notes WHERE merchant_id = $1 AND created_at >= $2 AND created_at <= $3 AND ($4::text IS NULL OR profile_id = $4)`,
    values: [...bounds, 'p'],
  }));
