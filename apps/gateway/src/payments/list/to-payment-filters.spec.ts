import type { PaymentListFilterConstraints, PaymentListQuery } from '@payorch/rest';
import { filtersOfBody, filtersOfQuery, pageOfBody, pageOfQuery } from './to-payment-filters';

const noon = '2026-01-05T12:00:00Z';
const times = (query: PaymentListQuery) => {
  const { createdFrom, createdBefore } = filtersOfQuery(query);
  return [createdFrom, createdBefore];
};

describe('the times of a list', () => {
  it.each<[PaymentListQuery, [string | null, string | null]]>([
    [{}, [null, null]],
    [{ created: noon }, ['2026-01-05T12:00:00.000Z', '2026-01-05T12:00:00.001Z']],
    [{ created_gte: noon }, ['2026-01-05T12:00:00.000Z', null]],
    [{ 'created.gt': noon }, ['2026-01-05T12:00:00.001Z', null]],
    [{ created_lt: '2026-01-05T14:00:00+02:00' }, [null, '2026-01-05T12:00:00.000Z']],
    [{ 'created.lte': noon }, [null, '2026-01-05T12:00:00.001Z']],
    [
      { 'created.gte': noon, created_gt: '2026-01-05T13:00:00Z', created_lt: '2026-01-06T00:00:00Z' },
      ['2026-01-05T13:00:00.001Z', '2026-01-06T00:00:00.000Z'],
    ],
  ])('%j', (query, expected) => expect(times(query)).toEqual(expected));

  it('both ends of a range are included, in either place', () => {
    const ends = { createdFrom: '2026-01-05T12:00:00.000Z', createdBefore: '2026-01-06T00:00:00.001Z' };
    const range = { start_time: noon, end_time: '2026-01-06T00:00:00Z' };
    expect(filtersOfBody(range)).toMatchObject(ends);
    expect(filtersOfBody({ time_range: range })).toMatchObject(ends);
    expect(filtersOfBody({ time_range: { start_time: noon } })).toMatchObject({ ...ends, createdBefore: null });
  });
});

it('present values filter, an empty list does not', () => {
  const sent: PaymentListFilterConstraints = { status: ['failed'], connector: [], amount_filter: { start_amount: 5 } };
  const { statuses, connectors, currencies, amountFrom, amountTo } = filtersOfBody(sent);
  expect([statuses, connectors, currencies, amountFrom, amountTo]).toEqual([['failed'], null, null, 5, null]);
});

describe('the page of a list', () => {
  it.each<[PaymentListQuery, object]>([
    [{}, { limit: 10, from: { kind: 'offset', offset: 0 }, order: { on: 'created', by: 'desc' } }],
    [
      { limit: 100, starting_after: 'p' },
      { limit: 100, from: { kind: 'after', paymentId: 'p' } },
    ],
    [
      { limit: 1, ending_before: 'p' },
      { limit: 1, from: { kind: 'before', paymentId: 'p' } },
    ],
  ])('the GET page of %j', (query, expected) => expect(pageOfQuery(query)).toMatchObject(expected));

  it.each<[PaymentListFilterConstraints, object]>([
    [{}, { limit: 10, from: { kind: 'offset', offset: 0 }, order: { on: 'created', by: 'desc' } }],
    [
      { limit: 50, offset: 7, order: { on: 'amount', by: 'asc' } },
      { limit: 50, from: { kind: 'offset', offset: 7 } },
    ],
    [{ order: { on: 'amount' } }, { order: { on: 'amount', by: 'desc' } }],
  ])('the POST page of %j', (sent, expected) => expect(pageOfBody(sent)).toMatchObject(expected));

  it.each([0, -1, 101])('the GET limit %d is refused', (limit) => {
    const message = 'limit should be in between 1 and 100';
    expect(pageOfQuery({ limit })).toMatchObject({ kind: 'refused', code: 'invalid_request', details: { message } });
  });

  it.each([0, 51])('the POST limit %d is refused', (limit) => {
    const message = 'limit should be in between 1 and 50';
    expect(pageOfBody({ limit })).toMatchObject({ kind: 'refused', code: 'invalid_request', details: { message } });
  });

  it('a page starts after one payment or ends before another, not both', () => {
    expect(pageOfQuery({ starting_after: 'a', ending_before: 'b' })).toMatchObject({ code: 'invalid_request' });
  });
});
