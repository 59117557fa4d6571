import { cardBody, methodBody, savedBody } from './confirm-body';
import type { OfferedMethod } from './methods/method-list';

const context = { clientSecret: 'pay_1_secret_x', isRetry: false, browser: { language: 'en' } };
const method = (change: Partial<OfferedMethod>): OfferedMethod => ({
  id: 'wallet/ali_pay',
  paymentMethod: 'wallet',
  paymentMethodType: 'ali_pay',
  cardTypes: [],
  inputs: [],
  dataName: ['wallet', 'ali_pay_redirect'],
  ...change,
});
const cards = method({
  id: 'card',
  paymentMethod: 'card',
  paymentMethodType: 'credit',
  dataName: ['card', null],
  cardTypes: [
    { type: 'credit', networks: ['Visa'] },
    { type: 'debit', networks: ['Mastercard'] },
  ],
});
const card = { number: '5555 5555 5555 4444', expiry: { year: 2030, month: 4 }, cvc: '123', saveAs: null };

it('a card is confirmed with the type that takes its network', () => {
  expect(cardBody(cards, card, {}, context)).toEqual({
    client_secret: 'pay_1_secret_x',
    browser_info: { language: 'en' },
    payment_method: 'card',
    payment_method_type: 'debit',
    payment_method_data: {
      card: { card_number: '5555555555554444', card_exp_month: '04', card_exp_year: '2030', card_cvc: '123' },
    },
  });
});

it('a card is saved only where the customer chose it', () => {
  expect(cardBody(cards, { ...card, saveAs: { nickname: ' Travel ' } }, {}, context)).toMatchObject({
    setup_future_usage: 'on_session',
    customer_acceptance: { acceptance_type: 'online' },
    payment_method_data: { card: { nick_name: 'Travel' } },
  });
});

it('the values of inputs stand at their paths', () => {
  const values = { 'payment_method_data.billing.address.city': ' Bern ', 'shipping.email': 'ada@example.com' };
  expect(methodBody(method({}), values, { ...context, isRetry: true })).toMatchObject({
    retry_action: 'manual_retry',
    payment_method_data: { wallet: { ali_pay_redirect: {} }, billing: { address: { city: 'Bern' } } },
    shipping: { email: 'ada@example.com' },
  });
});

it.each([
  [['voucher', 'boleto'], { voucher: { boleto: {} } }],
  [['voucher', 'oxxo'], { voucher: 'oxxo' }],
  [['reward', null], 'reward'],
  [['crypto', null], { crypto: {} }],
] as const)('the data %j is %j in the request', (dataName, expected) =>
  expect(methodBody(method({ dataName }), {}, context)['payment_method_data']).toEqual(expected),
);

it('a saved card is confirmed with its token and security code', () => {
  const saved = {
    token: 'token_1',
    paymentMethod: 'card',
    paymentMethodType: undefined,
    network: 'Visa',
    last4: '4242',
    nickname: undefined,
    needsCvc: true,
  };
  expect(savedBody(saved, '123', context)).toEqual({
    client_secret: 'pay_1_secret_x',
    browser_info: { language: 'en' },
    payment_method: 'card',
    payment_token: 'token_1',
    card_cvc: '123',
  });
  expect(savedBody(saved, null, context)).not.toHaveProperty('card_cvc');
});

it.each([
  ['a plan', { count: 3, frequency: 'month' }, { number_of_installments: 3, billing_frequency: 'month' }],
  ['the end of a choice', null, null],
])('%s goes into the confirmation', (_, plan, installment_data) =>
  expect(cardBody(cards, card, {}, { ...context, plan })).toMatchObject({ installment_data }),
);

it('a payment without plans says nothing of them', () =>
  expect(cardBody(cards, card, {}, context)).not.toHaveProperty('installment_data'));
