import type { PayoutListFilterConstraints, PayoutListQuery } from '@payorch/rest';
import { filterOptions } from './filter-options';
import { filtersOfBody, filtersOfQuery, pageOfBody, pageOfQuery } from './to-payout-filters';

const query = (sent: object) => sent as PayoutListQuery;
const body = (sent: object) => sent as PayoutListFilterConstraints;
const at = '2026-01-01T00:00:00Z';
const later = '2026-02-01T00:00:00Z';

describe('a page of payouts', () => {
  it('has ten payouts, unless the request names another number', () => {
    expect(pageOfQuery(query({}))).toEqual({ limit: 10, offset: 0, startingAfter: null, endingBefore: null });
    expect(pageOfBody(body({ offset: 5 }))).toEqual({ limit: 10, offset: 5, startingAfter: null, endingBefore: null });
  });

  it.each([
    [pageOfQuery(query({ limit: 0 })), '100'],
    [pageOfQuery(query({ limit: 101 })), '100'],
    [pageOfBody(body({ limit: 0 })), '20'],
    [pageOfBody(body({ limit: 21 })), '20'],
  ])('a limit outside of the bounds is refused: %j', (page, most) =>
    expect(page).toMatchObject({
      code: 'invalid_request',
      details: { message: `limit should be in between 1 and ${most}` },
    }),
  );

  it('the bounds are allowed', () => {
    expect([pageOfQuery(query({ limit: 1 })), pageOfQuery(query({ limit: 100 }))]).toMatchObject([
      { limit: 1 },
      { limit: 100 },
    ]);
    expect([pageOfBody(body({ limit: 1 })), pageOfBody(body({ limit: 20 }))]).toMatchObject([
      { limit: 1 },
      { limit: 20 },
    ]);
  });

  it('begins after a payout or ends before one, not both', () => {
    expect(pageOfQuery(query({ starting_after: 'p' }))).toMatchObject({ startingAfter: 'p', endingBefore: null });
    expect(pageOfQuery(query({ ending_before: 'p' }))).toMatchObject({ startingAfter: null, endingBefore: 'p' });
    expect(pageOfQuery(query({ starting_after: 'p', ending_before: 'q' }))).toMatchObject({ kind: 'refused' });
  });
});

describe('the filters of a list', () => {
  it('of a query', () => {
    expect(filtersOfQuery(query({ customer_id: 'cus_1', start_time: at, end_time: later }))).toMatchObject({
      customerId: 'cus_1',
      createdFrom: at,
      createdTo: later,
      statuses: null,
    });
    expect(filtersOfQuery(query({ created: at }))).toMatchObject({ createdFrom: at, createdTo: at });
  });

  it('of a body; an empty list does not filter', () =>
    expect(
      filtersOfBody(
        body({
          start_time: at,
          payout_id: 'p',
          merchant_order_reference_id: 'o',
          profile_id: 'pro_1',
          customer_id: 'cus_1',
          connector: ['wise'],
          currency: ['EUR'],
          status: [],
          payout_method: ['bank'],
          entity_type: ['Company'],
        }),
      ),
    ).toEqual({
      createdFrom: at,
      createdTo: null,
      payoutId: 'p',
      merchantOrderReferenceId: 'o',
      profileId: 'pro_1',
      customerId: 'cus_1',
      amountFrom: null,
      amountTo: null,
      connectors: ['wise'],
      currencies: ['EUR'],
      statuses: null,
      payoutTypes: ['bank'],
      entityTypes: ['Company'],
    }));

  it('one value is as good as a list, and an unknown one is refused', () => {
    expect(filtersOfBody(body({ currency: 'EUR', entity_type: 'Company' }))).toMatchObject({
      currencies: ['EUR'],
      entityTypes: ['Company'],
    });
    expect(filtersOfBody(body({ currency: [], entity_type: null }))).toMatchObject({
      currencies: null,
      entityTypes: null,
    });
    for (const currency of ['eur', 7, ['EUR', 'XXX'], {}])
      expect(filtersOfBody(body({ currency }))).toMatchObject({
        code: 'invalid_value',
        details: { field: 'currency' },
      });
    expect(filtersOfBody(body({ entity_type: 'Person' }))).toMatchObject({ details: { field: 'entity_type' } });
  });

  it('the options are the accounts that can pay out', () => {
    const account = { connectorName: 'wise', merchantConnectorId: 'mca_1', connectorLabel: 'a' };
    const options = filterOptions([
      { ...account, connectorType: 'payout_processor' },
      { ...account, connectorName: 'stripe', connectorType: 'payment_processor' },
    ] as never) as { connector: object; payout_method: readonly string[] };
    expect(Object.keys(options.connector)).toEqual(['wise']);
    expect(options.payout_method).toEqual(['card', 'bank', 'wallet']);
  });
});
