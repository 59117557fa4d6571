import type { PayoutDestination } from '@payorch/contracts';
import type { PayoutRequest } from './payout-request';
import { customerDetailsIn, noDetails, toPayoutChanges, toPayoutFields } from './to-payout-fields';

const request = (sent: object) => sent as PayoutRequest;
const unnamed = { destination: null, customerId: undefined, customer: noDetails };
const noDefaults = { returnUrl: null, businessCountry: null };
const toCard = { type: 'card' } as PayoutDestination;

describe('the fields of a new payout', () => {
  it('a request with amount and currency gets the defaults', () =>
    expect(toPayoutFields(request({ amount: 6540, currency: 'EUR' }), unnamed, noDefaults)).toEqual({
      money: { amount: 6540n, currency: 'EUR' },
      merchantOrderReferenceId: null,
      description: null,
      returnUrl: null,
      businessCountry: null,
      businessLabel: null,
      entityType: 'Individual',
      recurring: false,
      autoFulfill: false,
      priority: null,
      metadata: null,
      payoutType: null,
      straightThrough: null,
      customerId: null,
      customer: noDetails,
      billing: null,
    }));

  it('the request wins over the settings, and the settings over nothing', () => {
    const settings = { returnUrl: 'https://acme.example', businessCountry: 'US' };
    const sent = request({ amount: 1, currency: 'EUR', business_country: 'NL', return_url: null });
    expect(toPayoutFields(sent, unnamed, settings)).toMatchObject({
      returnUrl: 'https://acme.example',
      businessCountry: 'NL',
    });
  });

  it('a payout goes where its destination is', () => {
    const sent = request({ amount: 1, currency: 'EUR' });
    expect(toPayoutFields(sent, { ...unnamed, destination: toCard }, noDefaults).payoutType).toBe('card');
  });
});

describe('the changes of a request', () => {
  it('a request without fields, or with null alone, changes nothing', () => {
    expect(toPayoutChanges(request({}), unnamed)).toEqual({});
    expect(
      toPayoutChanges(request({ amount: null, metadata: null, customer: null, connector: null }), unnamed),
    ).toEqual({});
  });

  it('false is a change', () =>
    expect(toPayoutChanges(request({ auto_fulfill: false, recurring: false }), unnamed)).toEqual({
      autoFulfill: false,
      recurring: false,
    }));

  it('amount and currency change apart', () => {
    expect(toPayoutChanges(request({ amount: 7 }), unnamed)).toEqual({ amount: 7n });
    expect(toPayoutChanges(request({ currency: 'USD' }), unnamed)).toEqual({ currency: 'USD' });
  });

  it('every other field', () =>
    expect(
      toPayoutChanges(
        request({
          merchant_order_reference_id: 'order',
          description: 'Winnings',
          return_url: 'https://acme.example',
          business_country: 'NL',
          business_label: 'food',
          entity_type: 'Company',
          priority: 'fast',
          metadata: { a: 1 },
          payout_type: 'wallet',
          connector: ['stripe_test'],
          billing: { address: { city: 'Delft' } },
        }),
        { ...unnamed, customerId: 'cus_1', customer: { ...noDetails, name: 'Ada' } },
      ),
    ).toMatchObject({
      merchantOrderReferenceId: 'order',
      description: 'Winnings',
      returnUrl: 'https://acme.example',
      businessCountry: 'NL',
      businessLabel: 'food',
      entityType: 'Company',
      priority: 'fast',
      metadata: { a: 1 },
      payoutType: 'wallet',
      straightThrough: { kind: 'connectors', connectors: ['stripe_test'] },
      billing: { address: { city: 'Delft', line1: null }, phone: null, email: null },
      customerId: 'cus_1',
      customer: { ...noDetails, name: 'Ada' },
    }));

  it('routing comes before the list of connectors', () =>
    expect(
      toPayoutChanges(request({ connector: ['wise'], routing: { type: 'single', data: 'stripe_test' } }), unnamed),
    ).toMatchObject({ straightThrough: { kind: 'accounts', algorithm: 'single' } }));
});

it('who receives the payout is read from either place of the request', () =>
  expect(
    customerDetailsIn(
      request({ name: 'Ada', email: 'a@b.c', customer: { email: null, phone: '1', phone_country_code: '+1' } }),
    ),
  ).toEqual({ name: 'Ada', email: 'a@b.c', phone: '1', phoneCountryCode: '+1' }));
