import { toRefundFilters } from './to-refund-filters';

it('narrows a list to what was asked for, and an empty list to nothing', () => {
  const nothing = toRefundFilters({});
  expect(Object.values(nothing).filter((value) => value !== null)).toEqual([]);
  const filters = toRefundFilters({
    amount_filter: { start_amount: -5, end_amount: 900 },
    connector: [],
    currency: ['EUR'],
  });
  expect(filters).toEqual({ ...nothing, amountFrom: 0n, amountTo: 900n, currencies: ['EUR'] });
});
