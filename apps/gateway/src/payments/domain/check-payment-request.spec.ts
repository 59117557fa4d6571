import { errorBody } from '@payorch/contracts';
import { checkPaymentRequest, refuseScheduledCapture, type CheckContext } from './check-payment-request';
import type { PaymentRequest } from './payment-request';

const now = new Date('2026-06-15T12:00:00Z');
const context = (operation: CheckContext['operation']): CheckContext => ({ operation, merchantId: 'acme', now });

const card = {
  card_number: '4242424242424242',
  card_exp_month: '10',
  card_exp_year: '30',
  card_holder_name: 'Jo',
  card_cvc: '123',
};
const money = { amount: 6540, currency: 'USD' };
const withCard = { ...money, payment_method: 'card', payment_method_data: { card } };
const mandate = { mandate_data: { mandate_type: { multi_use: null } } };
const recurring = { recurring_details: { type: 'mandate_id', data: 'man_1' } };

type Case = [sent: object, status: number, code: string, message: string];

const answer = (operation: CheckContext['operation'], sent: object): unknown[] | undefined => {
  const refused = checkPaymentRequest(sent as PaymentRequest, context(operation));
  if (!refused) return undefined;
  const { status, body } = errorBody(refused);
  return [status, body.error['code'], body.error['message']];
};

const creations: Case[] = [
  [{}, 400, 'IR_04', 'Missing required param: currency'],
  [{ amount: 1 }, 400, 'IR_04', 'Missing required param: currency'],
  [{ currency: 'USD' }, 400, 'IR_04', 'Missing required param: amount'],
  [{ ...money, amount: 1_000_000_000 }, 400, 'IR_16', 'amount should not be more than 999999999'],
  [{ amount: 1_000_000_000 }, 400, 'IR_16', 'amount should not be more than 999999999'],
  [{ ...money, session_expiry: 59 }, 422, 'IR_06', 'session_expiry should be between 60(1 min) to 7890000(3 months).'],
  [
    { ...money, session_expiry: 7_890_001 },
    422,
    'IR_06',
    'session_expiry should be between 60(1 min) to 7890000(3 months).',
  ],
  [
    { ...money, payment_link: true, confirm: true },
    422,
    'IR_06',
    'cannot confirm a payment while creating a payment link',
  ],
  [{ ...money, payment_link: true }, 422, 'IR_06', 'return_url must be sent while creating a payment link'],
  [{ ...money, merchant_id: 'other' }, 404, 'HE_02', 'Merchant account does not exist in our records'],
  [
    { ...money, amount_to_capture: 6541, capture_method: 'manual' },
    422,
    'IR_05',
    'amount_to_capture contains invalid data. Expected format is amount_to_capture lesser than amount',
  ],
  [
    { ...money, amount_to_capture: 6000 },
    400,
    'IR_16',
    'amount_to_capture must be equal to total_capturable_amount when capture_method = automatic',
  ],
  [
    { ...money, amount_to_capture: 6540, shipping_cost: 1 },
    400,
    'IR_16',
    'amount_to_capture must be equal to total_capturable_amount when capture_method = automatic',
  ],
  [{ ...money, payment_method_data: { card } }, 400, 'IR_04', 'Missing required param: payment_method'],
  [
    { ...money, payment_method: 'wallet', payment_method_data: { wallet: {} } },
    400,
    'IR_04',
    'Missing required param: payment_method_type',
  ],
  [{ ...money, payment_method: 'card' }, 400, 'IR_04', 'Missing required param: payment_method_data'],
  [
    { ...money, payment_method: 'card', payment_method_data: { billing: {} } },
    400,
    'IR_04',
    'Missing required param: payment_method_data',
  ],
  [
    { ...withCard, payment_method_type: 'klarna' },
    422,
    'IR_06',
    "payment_method_type doesn't correspond to the specified payment_method",
  ],
  [
    { ...money, payment_method: 'wallet', payment_method_type: 'paypal', payment_method_data: { card } },
    422,
    'IR_06',
    "payment_method_data doesn't correspond to the specified payment_method",
  ],
  [
    {
      ...money,
      payment_method: 'wallet',
      payment_method_type: 'paypal',
      payment_method_data: { wallet: { paze: {} } },
    },
    422,
    'IR_06',
    "payment_method_data doesn't correspond to the specified payment_method",
  ],
  [
    { ...money, confirm: true },
    422,
    'IR_06',
    'A payment token or payment method data or ctp service details is required',
  ],
  [
    { ...withCard, confirm: true, setup_future_usage: 'on_session' },
    400,
    'IR_16',
    'customer_id is mandatory when setup_future_usage is given',
  ],
  [{ ...money, ...mandate }, 400, 'IR_16', '`customer_id` is mandatory for mandates'],
  [
    { ...money, ...mandate, customer_id: 'c', setup_future_usage: 'on_session' },
    400,
    'IR_16',
    '`setup_future_usage` must be `off_session` for mandates',
  ],
  [
    { ...money, ...recurring, payment_token: 't' },
    400,
    'IR_16',
    'Expected one out of recurring_details and payment_token but got both',
  ],
  [
    { ...money, ...recurring, mandate_id: 'm' },
    400,
    'IR_16',
    'Expected one out of recurring_details and mandate_id but got both',
  ],
  [{ ...money, ...mandate, ...recurring }, 400, 'HE_03', 'Mandate Validation Failed'],
  [
    { ...money, mandate_data: { mandate_type: { single_use: { amount: -1, currency: 'USD' } } } },
    422,
    'IR_05',
    'amount contains invalid data. Expected format is positive integer',
  ],
  [
    { ...money, customer_id: 'c', setup_future_usage: 'on_session', mandate_data: { update_mandate_id: 'man_1' } },
    400,
    'IR_16',
    '`setup_future_usage` must be `off_session` for mandates',
  ],
  [
    { ...money, recurring_details: { type: 'mandate_id', data: { a: 1 } } },
    422,
    'IR_05',
    'recurring_details.data contains invalid data. Expected format is mandate_id',
  ],
  [{ ...withCard, ...recurring }, 422, 'IR_06', 'Mandate payments cannot have payment_method_data field'],
  [
    { ...money, mandate_data: { ...mandate.mandate_data, update_mandate_id: 'man_1' } },
    422,
    'IR_06',
    "Only one field out of 'mandate_type' and 'update_mandate_id' was expected, found both",
  ],
  [
    { ...money, payment_token: 'token_1', is_stored_credential: false },
    422,
    'IR_06',
    'is_stored_credential should be true when reusing stored payment method data',
  ],
  [
    { ...withCard, confirm: true, installment_options: [] },
    422,
    'IR_06',
    'installment_options and installment_data are not supported when confirm is true.',
  ],
  [
    {
      ...money,
      installment_options: [
        {
          payment_method: 'card',
          installments: [{ number_of_installments: [3], billing_frequency: 'month', interest_rate: 1.255 }],
        },
      ],
    },
    400,
    'IR_07',
    'Invalid value provided: installment_options[0].installments[0].interest_rate. Allowed: 0 to 100, with at most two decimals',
  ],
  [{ ...money, mandate_id: 'man_1' }, 400, 'IR_04', 'Missing required param: customer_id'],
  [
    { ...money, mandate_id: 'man_1', customer_id: 'c', confirm: true, off_session: false },
    400,
    'IR_16',
    '`off_session` should be `true` for mandates',
  ],
  [{ ...money, ...recurring }, 400, 'IR_04', 'Missing required param: customer_id'],
  [{ ...money, ...recurring, customer_id: 'c' }, 400, 'IR_04', 'Missing required param: confirm'],
  [{ ...money, ...recurring, customer_id: 'c', confirm: false }, 400, 'IR_16', '`confirm` must be `true` for mandates'],
  [{ ...money, ...recurring, customer_id: 'c', confirm: true }, 400, 'IR_04', 'Missing required param: off_session'],
  [
    { ...money, ...recurring, customer_id: 'c', confirm: true, off_session: false },
    400,
    'IR_16',
    '`off_session` should be `true` for mandates',
  ],
  [
    { ...money, customer_id: 'a', customer: { id: 'b' }, email: 'x', name: 'n' },
    400,
    'IR_16',
    'The field names `customer_id and customer.id` sent in both places is ambiguous',
  ],
  [
    { ...money, email: 'x', name: 'n', customer: { email: 'y', name: 'm' } },
    400,
    'IR_16',
    'The field names `name and customer.name, email and customer.email` sent in both places is ambiguous',
  ],
  [
    { ...money, enable_overcapture: true },
    400,
    'IR_16',
    'Invalid overcapture request: supported only with manual capture',
  ],
  [{ ...money, routing: { type: 'best' } }, 422, 'IR_06', 'Invalid straight through routing rules format'],
  [
    { ...withCard, payment_method_data: { card: { ...card, card_cvc: '12' } } },
    400,
    'IR_16',
    'Invalid card_cvc length',
  ],
  [
    { ...withCard, payment_method_data: { card: { ...card, card_exp_month: '13' } } },
    400,
    'IR_16',
    'Invalid Expiry Month',
  ],
  [
    { ...money, recurring_details: { type: 'card_with_limited_data', data: { card_number: '4242' } } },
    422,
    'IR_05',
    'recurring_details.data contains invalid data. Expected format is card_with_limited_data',
  ],
  [{ ...money, shipping_cost: 1e9 }, 400, 'IR_16', 'shipping_cost should not be more than 999999999'],
  [
    { ...money, surcharge_details: { surcharge_amount: 1, tax_amount: 1e9 } },
    400,
    'IR_16',
    'surcharge_details.tax_amount should not be more than 999999999',
  ],
  [
    { ...money, split_payments: { stripe_split_payment: { charge_type: 'x', application_fees: 1 } } },
    400,
    'IR_07',
    'Invalid value provided: split_payments.stripe_split_payment.charge_type. Allowed: direct, destination',
  ],
];

describe('a create request', () => {
  it.each(creations)('a request with %j is refused: %i %s %s', (sent, ...expected) =>
    expect(answer('create', sent)).toEqual(expected),
  );

  it.each<[string, object]>([
    ['the least', money],
    ['nothing to pay', { ...money, amount: 0 }],
    ['the largest sum', { ...money, amount: 999_999_999 }],
    ['a confirmed card', { ...withCard, confirm: true }],
    ['the longest session', { ...money, session_expiry: 7_890_000 }],
    ['a customer sent twice with equal values', { ...money, customer_id: 'a', customer: { id: 'a' } }],
    ['the whole sum to capture', { ...money, amount_to_capture: 6545, surcharge_details: { surcharge_amount: 5 } }],
    ['a part to capture by hand', { ...money, amount_to_capture: 1, capture_method: 'manual' }],
    ['the own merchant', { ...money, merchant_id: 'acme' }],
    ['a saved method', { ...money, payment_method: 'card', payment_token: 't', confirm: true }],
    [
      'nulls',
      { ...money, payment_method: null, payment_method_data: null, recurring_details: null, session_expiry: null },
    ],
  ])('a request with %s passes', (_, sent) => expect(answer('create', sent)).toBeUndefined());
});

describe('an update or confirm request', () => {
  it.each(['update', 'confirm'] as const)('an %s request needs neither amount nor payment method', (operation) =>
    expect(answer(operation, {})).toBeUndefined(),
  );

  it.each(['update', 'confirm'] as const)("an %s request refuses another merchant's id by its format", (operation) =>
    expect(answer(operation, { merchant_id: 'other' })).toEqual([
      422,
      'IR_05',
      'merchant_id contains invalid data. Expected format is merchant_id from merchant account',
    ]),
  );

  it('checks that need the stored payment are left to its owner', () =>
    expect(
      answer('confirm', { setup_future_usage: 'off_session', ...mandate, amount_to_capture: 5, amount: 1 }),
    ).toBeUndefined());

  it('an update has its own error text', () =>
    expect(answer('update', { amount: 1, amount_to_capture: 2 })?.[2]).toBe(
      'amount_to_capture contains invalid data. Expected format is amount_to_capture lesser than or equal to amount',
    ));

  it('a CVC without a card is checked', () => expect(answer('confirm', { card_cvc: '12x' })?.[1]).toBe('IR_07'));
});

it.each([
  [{ capture_method: 'scheduled' }, 501],
  [{ capture_method: 'manual' }, undefined],
  [undefined, undefined],
])('before authentication %j gets %s', (body, status) => {
  const refused = refuseScheduledCapture(body);
  expect(refused && errorBody(refused).status).toBe(status);
});
