import { matchesClauses, readQuery } from './search';

describe('a search', () => {
  const view = { status: 'succeeded', amount: 1000, metadata: { order_id: "o'1" } };

  it.each([
    [`metadata["order_id"]:"o'1"`, true],
    [`status:'succeeded' AND amount:1000`, true],
    [`status:'succeeded' AND amount:1001`, false],
    [`-status:'canceled'`, true],
    [`metadata['other']:'x'`, false],
  ])('the query %s matches: %s', (query, met) => {
    expect(matchesClauses(view, readQuery(query)!)).toBe(met);
  });

  it('an invalid query is undefined', () => {
    expect(readQuery('anything')).toBeUndefined();
  });
});
