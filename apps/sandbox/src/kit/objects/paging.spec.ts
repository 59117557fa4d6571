import { pageOf } from './paging';

const records = Array.from({ length: 25 }, (_, at) => ({ id: `id_${at}`, created: 1000 + at }));
const idsOf = (page: Parameters<typeof pageOf>[1]) => pageOf(records, page).data.map(({ id }) => id);

describe('pages of a list', () => {
  it('a page has the ten newest objects by default', () => {
    expect(idsOf({})).toEqual(Array.from({ length: 10 }, (_, at) => `id_${24 - at}`));
    expect(pageOf(records, {}).has_more).toBe(true);
  });

  it('a page starts after one object or ends before one', () => {
    expect(idsOf({ limit: 2, starting_after: 'id_20' })).toEqual(['id_19', 'id_18']);
    expect(idsOf({ limit: 2, ending_before: 'id_20' })).toEqual(['id_22', 'id_21']);
    expect(pageOf(records, { limit: 5, starting_after: 'id_5' })).toMatchObject({ has_more: false });
    expect(idsOf({ ending_before: 'id_none' })).toEqual([]);
  });

  it('a page is filtered by creation time', () => {
    expect(idsOf({ created: { gte: 1003, lt: 1005 } })).toEqual(['id_4', 'id_3']);
    expect(idsOf({ created: { gt: 1003, lte: 1005 } })).toEqual(['id_5', 'id_4']);
    expect(idsOf({ created: 1007 })).toEqual(['id_7']);
  });
});
