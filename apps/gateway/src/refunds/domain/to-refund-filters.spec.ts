import { toRefundFilters } from './to-refund-filters';

it('present values filter, an empty list does not', () => {
  const nothing = toRefundFilters({});
  expect(Object.values(nothing).filter((value) => value !== null)).toEqual([]);
  const filters = toRefundFilters({
    amount_filter: { start_amount: -5, end_amount: 900 },
    connector: [],
    currency: ['EUR'],
  });
  expect(filters).toEqual({ ...nothing, amountFrom: 0n, amountTo: 900n, currencies: ['EUR'] });
});
