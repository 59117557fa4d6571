import { aRequest } from '../../test/builders';
import { freezeBody } from './event-body';
import { redactBody } from './redact-body';

const payoutId = 'payout_7hQKZ5v1mXcB2nR8tY0Lk3w';
const object = {
  payout_id: payoutId,
  amount: 6540,
  status: 'success',
  customer_id: 'cus_1',
  customer: { id: 'cus_1', name: 'Jo', email: 'jo@acme.example', phone: null, phone_country_code: null },
  name: 'Jo',
  description: 'For the house of Jo',
  payout_method_data: { bank: { iban: 'NL46****4321', bank_city: 'Ulm', account_holder_name: 'Jo' } },
  billing: { address: { line1: '1467', country: 'NL' }, phone: null, email: null },
  metadata: { order: 'kept' },
};
const body = freezeBody(
  aRequest({
    eventType: 'payout_success',
    eventClass: 'payouts',
    objectId: payoutId,
    objectType: 'payout_details',
    status: 'success',
    object,
  }),
);
const read = (bytes: Buffer | undefined) => JSON.parse(bytes!.toString());

it('the event of a payout has the payout as its GET shows it', () =>
  expect(read(body)).toMatchObject({
    merchant_id: 'acme_1',
    event_type: 'payout_success',
    content: { type: 'payout_details', object },
  }));

it('a stored event loses the recipient of a payout, and nothing else', () => {
  const erased = redactBody(body);
  expect(read(erased).content).toEqual({
    type: 'payout_details',
    object: {
      ...object,
      customer: { id: 'cus_1', name: 'Redacted', email: 'Redacted', phone: null, phone_country_code: null },
      name: 'Redacted',
      description: 'Redacted',
      payout_method_data: { bank: { iban: 'NL46****4321', bank_city: 'Redacted', account_holder_name: 'Redacted' } },
      billing: { address: { line1: 'Redacted', country: null }, phone: null, email: null },
    },
  });
  expect(redactBody(erased!)).toBeUndefined();
});
