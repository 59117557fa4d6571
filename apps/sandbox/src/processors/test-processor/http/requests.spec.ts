import { playedMethods } from '../methods/plays';
import { aPayment } from '../../../../test/test-processor/builders';
import { paymentView } from '../views';
import { parseAmount, parsePayment, parseVoid } from './requests';

const body = (rest: object = {}) => ({
  amount: 6540,
  currency: 'USD',
  connector: 'stripe_test',
  payment_method_data: {
    card: { name: 'J', number: '4242424242424242', expiry_month: '10', expiry_year: '30', cvc: '123' },
  },
  return_url: 'https://shop.example/back',
  capture_method: 'manual',
  reference: 'op_1',
  attempt_reference: 'pay_1_1',
  three_ds: false,
  webhook_url: 'http://127.0.0.1:8080/webhooks/m/stripe_test',
  ...rest,
});

it('a payment request is parsed', () => {
  expect(parsePayment(body())).toEqual({
    value: {
      multicapture: false,
      overcapture: false,
      partial: false,
      amount: 6540,
      currency: 'USD',
      connector: 'stripe_test',
      capture: 'manual',
      method: { type: 'card', number: '4242424242424242' },
      reference: 'op_1',
      attemptReference: 'pay_1_1',
      returnUrl: 'https://shop.example/back',
      webhookUrl: 'http://127.0.0.1:8080/webhooks/m/stripe_test',
      order: null,
    },
  });
});

it('a plan of installments is parsed, and the record of the payment retains it', () => {
  const installments = { count: 3, frequency: 'month' as const };
  expect(parsePayment(body({ installments }))).toMatchObject({ value: { installments } });
  expect(parsePayment(body({ installments: { count: 0, frequency: 'month' } }))).toHaveProperty('refusal');
  expect(paymentView(aPayment({ installments }), '').installments).toEqual(installments);
  expect(paymentView(aPayment(), '').installments).toBeNull();
});

it.each([
  [
    { wallet: 'GooglePay' },
    { type: 'other', method: 'wallet', data: 'wallet.google_pay_redirect', name: 'Google Pay' },
  ],
  [{ paylater: 'Klarna' }, { type: 'other', method: 'pay_later', data: 'pay_later.klarna_redirect', name: 'Klarna' }],
  [{ upi: { upi_collect: { vpa_id: 'success@upi' } } }, { type: 'upi_collect', vpaId: 'success@upi' }],
  [
    { payment_method: 'bank_redirect', payment_method_type: 'swish', data: 'wallet.swish_qr' },
    { type: 'other', method: 'bank_redirect', data: 'wallet.swish_qr', name: 'Swish' },
  ],
  [
    { payment_method: 'reward', payment_method_type: 'classic', data: 'reward' },
    { type: 'other', method: 'reward', data: 'reward', name: 'Classic' },
  ],
])('the payment method data %j are parsed', (payment_method_data, method) => {
  expect(parsePayment(body({ payment_method_data }))).toMatchObject({ value: { method } });
});

it.each(playedMethods)('a payment by $paymentMethodType with $dataName is parsed', (row) => {
  const data = row.dataName === null ? row.dataKey : `${row.dataKey}.${row.dataName}`;
  const sent = { payment_method: row.paymentMethod, payment_method_type: row.paymentMethodType, data };
  expect(parsePayment(body({ payment_method_data: sent }))).toMatchObject({
    value: { method: { type: 'other', data } },
  });
});

it.each([
  ['amount', 0],
  ['amount', -1],
  ['amount', 10.5],
  ['amount', '6540'],
  ['amount', 2 ** 53],
  ['currency', 'usd'],
  ['currency', undefined],
  ['connector', ''],
  ['payment_method_data', { wallet: 'toString' }],
  ['payment_method_data', {}],
  ['payment_method_data', { payment_method: 'wallet', payment_method_type: 'x', data: 'wallet.constructor' }],
  ['capture_method', 'scheduled'],
  ['return_url', 'javascript:alert(1)'],
  ['return_url', 'https://shop.example/\r\nset-cookie: a=b'],
  ['webhook_url', 'file:///etc/passwd'],
])('a payment request with %s = %j is refused with the name of the field', (field, value) => {
  expect(parsePayment(body({ [field]: value }))).toEqual({
    refusal: { http: 400, code: 'DC_02', message: `Missing required param: ${field}` },
  });
});

it.each([null, undefined, 'text', []])('the body %j is refused', (input) => {
  expect(parsePayment(input)).toMatchObject({ refusal: { code: 'DC_02' } });
});

it('a call without a reference gets a reference', () => {
  const [one, two] = [parseAmount({ amount: 1 }), parseVoid(undefined)];
  expect(one).toMatchObject({ value: { reference: expect.stringMatching(/^ref_/) } });
  expect(two).toMatchObject({ value: { reference: expect.stringMatching(/^ref_/), reason: null } });
});
