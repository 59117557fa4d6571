import { collectMethods } from './methods/collect-methods';
import { saveCardBody, saveMethodBody, sentResult } from './save-body';

const [card, account] = collectMethods([
  { paymentMethod: 'card', paymentMethodTypes: ['debit'] },
  { paymentMethod: 'bank_debit', paymentMethodTypes: ['ach'] },
]);
const context = { clientSecret: 'pm_1_secret_x', isRetry: false, browser: {} };

it('a card is sent without a security code and without a type', () => {
  const typed = { number: '4242 4242 4242 4242', expiry: { year: 2035, month: 3 }, cvc: '', saveAs: null };
  const values = { 'payment_method_data.card.card_holder_name': ' Ada Lovelace ' };
  expect(saveCardBody(card!, typed, values, context)).toEqual({
    client_secret: 'pm_1_secret_x',
    payment_method: 'card',
    payment_method_data: {
      card: {
        card_number: '4242424242424242',
        card_exp_month: '03',
        card_exp_year: '2035',
        card_holder_name: 'Ada Lovelace',
      },
    },
  });
});

it('a bank account is sent with its type', () => {
  const values = Object.fromEntries(account!.inputs.map(({ path }, index) => [path, String(index)]));
  expect(saveMethodBody(account!, values, context)).toEqual({
    client_secret: 'pm_1_secret_x',
    payment_method: 'bank_debit',
    payment_method_type: 'ach',
    payment_method_data: {
      bank_debit: { ach: { bank_account_holder_name: '0', routing_number: '1', account_number: '2' } },
    },
  });
});

it('payment methods that the page has no form for are left out', () =>
  expect(collectMethods([{ paymentMethod: 'wallet', paymentMethodTypes: ['paypal'] }])).toEqual([]));

it.each([
  [200, {}, 'accepted'],
  [200, { error: { code: 'HE_03' } }, 'not_accepted'],
  [null, null, 'unknown'],
  [503, {}, 'unknown'],
  [429, {}, 'too_many'],
  [400, { error: { code: 'IR_08' } }, 'ended'],
  [400, { error: { code: 'IR_09' } }, 'ended'],
  [404, { error: { code: 'HE_02' } }, 'ended'],
  [400, { error: { code: 'IR_07' } }, 'not_accepted'],
] as const)('the answer %s %j: %s', (status, body, expected) => expect(sentResult(status, body)).toBe(expected));
