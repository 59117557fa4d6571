import { payoutCardBody, payoutMethodBody, payoutResult } from './payout-body';
import { payoutMethods, payoutMethodTypes, storedMethod } from './methods/payout-methods';

const context = { clientSecret: 'payout_1_secret_x' };
const everything = Object.values(payoutMethodTypes).flat();

it('the choices are cards first, as one, and each kind of account', () => {
  expect(payoutMethods(everything).map(({ id }) => id)).toEqual([
    ...['card', 'sepa', 'ach', 'bacs', 'pix', 'paypal', 'venmo'],
  ]);
  expect(payoutMethods(['debit'])[0]!.cardTypes).toEqual([{ type: 'debit', networks: [] }]);
  expect(payoutMethods(['apple_pay'])).toEqual([]);
});

it('a card is sent without a security code', () => {
  const [card] = payoutMethods(['credit', 'debit']);
  const typed = { number: '4242 4242 4242 4242', expiry: { year: 2035, month: 3 } };
  const values = { 'payout_method_data.card.card_holder_name': ' Ada Lovelace ' };
  expect(payoutCardBody(card!, typed, values, context)).toEqual({
    client_secret: 'payout_1_secret_x',
    payout_type: 'card',
    payout_method_data: {
      card: {
        card_number: '4242424242424242',
        expiry_month: '03',
        expiry_year: '2035',
        card_holder_name: 'Ada Lovelace',
      },
    },
  });
});

it.each([
  ['sepa', 'bank', { bank: { account_holder_name: '0', iban: '1' } }],
  ['ach', 'bank', { bank: { account_holder_name: '0', bank_routing_number: '1', bank_account_number: '2' } }],
  ['bacs', 'bank', { bank: { account_holder_name: '0', bank_sort_code: '1', bank_account_number: '2' } }],
  ['pix', 'bank', { bank: { pix_key: '0' } }],
  ['paypal', 'wallet', { wallet: { paypal: { email: '0' } } }],
  ['venmo', 'wallet', { wallet: { venmo: { telephone_number: '0' } } }],
])('the values of %s are sent as the interface has them', (type, payout_type, payout_method_data) => {
  const [method] = payoutMethods([type]);
  const values = Object.fromEntries(method!.inputs.map(({ path }, index) => [path, String(index)]));
  expect(payoutMethodBody(method!, values, context)).toEqual({
    client_secret: 'payout_1_secret_x',
    payout_type,
    payout_method_data,
  });
});

it('a destination that is known already is confirmed without data', () =>
  expect(payoutMethodBody(storedMethod, {}, context)).toEqual({ client_secret: 'payout_1_secret_x' }));

it.each([
  [200, { status: 'success' }, 'accepted'],
  [200, { error: { code: 'HE_03' } }, 'not_accepted'],
  [400, { error: { code: 'IR_16' } }, 'ended'],
  [400, { error: { code: 'IR_08' } }, 'ended'],
  [422, { error: { code: 'IR_05' } }, 'not_accepted'],
  [null, null, 'unknown'],
] as const)('the answer %s %j: %s', (status, body, expected) => expect(payoutResult(status, body)).toBe(expected));
