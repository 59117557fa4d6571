import { readRecord } from './older-records';
import type { StripeRecord } from './records';

const read = (record: object) => readRecord(record as StripeRecord);

it('an intent of an older ledger gets the API’s names and keeps its own fields', () => {
  const older = {
    object: 'payment_intent',
    clientSecret: 'pi_1_secret',
    amountCapturable: 5,
    methodTypes: ['card'],
    automaticMethods: null,
    methodOptions: {},
    returnUrl: null,
    metadata: { orderId: 'x' },
  };
  expect(read(older)).toEqual({
    object: 'payment_intent',
    client_secret: 'pi_1_secret',
    amount_capturable: 5,
    payment_method_types: ['card'],
    automatic_payment_methods: null,
    methodOptions: {},
    returnUrl: null,
    metadata: { orderId: 'x' },
  });
});

it('a charge, a payment method and a token of an older ledger are read with their parts', () => {
  expect(read({ object: 'charge', intent: 'pi_1', paymentMethod: 'pm_1', outcome: { networkStatus: 'x' } })).toEqual({
    object: 'charge',
    payment_intent: 'pi_1',
    payment_method: 'pm_1',
    outcome: { network_status: 'x' },
  });
  expect(read({ object: 'payment_method', billing: {}, setUp: true, card: { expMonth: 1, hasCvc: true } })).toEqual({
    object: 'payment_method',
    billing_details: {},
    setUp: true,
    card: { exp_month: 1, hasCvc: true },
  });
  expect(read({ object: 'token', card: { expYear: 2030 } })).toEqual({ object: 'token', card: { exp_year: 2030 } });
});

it('an object of this version is read unchanged', () => {
  const now = { object: 'refund', payment_intent: 'pi_1', failureReason: null } as unknown as StripeRecord;
  expect(readRecord(now)).toBe(now);
});
