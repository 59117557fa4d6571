import 'reflect-metadata';
import { money, paymentsServer } from '../../../test/payments-server';

const { owner, call } = paymentsServer();

const session = { payment_id: 'pay_1', client_secret: 's', wallets: [] };

/** `problems`: the list, as fields and messages. */
type Expected = [status: number, code: string, message: string, ...problems: [field: string, message: string][]];

it.each<[string, string, object | undefined, Record<string, string>, Expected]>([
  [
    'POST',
    '/payments',
    {},
    { 'api-key': 'dev_right' },
    [
      400,
      'IR_04',
      'Missing required param: currency',
      ['currency', 'Missing required param: currency'],
      ['amount', 'Missing required param: amount'],
    ],
  ],
  ['POST', '/payments', money, {}, [401, 'IR_01', 'API key not provided or invalid API key used']],
  [
    'POST',
    '/payments',
    money,
    { 'api-key': 'pk_dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
  [
    'POST',
    '/payments',
    { ...money, capture_method: 'scheduled' },
    {},
    [501, 'IR_00', 'This API is under development and will be made available soon.'],
  ],
  [
    'POST',
    '/payments',
    { ...money, profile_id: 'pro_x' },
    { 'api-key': 'dev_right' },
    [404, 'HE_02', 'Business profile with the given id pro_x does not exist'],
  ],
  ['GET', '/payments/pay_1', undefined, {}, [400, 'IR_04', 'Missing required param: api_key']],
  [
    'GET',
    '/payments/pay_1',
    undefined,
    { 'api-key': 'pk_dev_right' },
    [400, 'IR_04', 'Missing required param: client_secret'],
  ],
  [
    'GET',
    '/payments/pay_1?client_secret=s',
    undefined,
    { 'api-key': 'dev_right' },
    [422, 'IR_06', 'client_secret is not a valid parameter'],
  ],
  [
    'GET',
    "/payments/x'--",
    undefined,
    { 'api-key': 'dev_right' },
    [404, 'HE_02', 'Payment does not exist in our records'],
  ],
  ['POST', '/payments/pay_1/confirm', {}, {}, [400, 'IR_04', 'Missing required param: api_key']],
  [
    'POST',
    '/payments/pay_1/capture',
    { amount_to_capture: -1 },
    { 'api-key': 'dev_right' },
    [422, 'IR_05', 'amount contains invalid data. Expected format is positive integer'],
  ],
  [
    'POST',
    '/payments/pay_1/capture',
    { merchant_id: 'other' },
    { 'api-key': 'dev_right' },
    [422, 'IR_05', 'merchant_id contains invalid data. Expected format is merchant_id from merchant account'],
  ],
  [
    'POST',
    '/payments/pay_1/cancel',
    {},
    { 'api-key': 'pk_dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
  [
    'POST',
    '/payments/pay_1/extend_authorization',
    {},
    { 'api-key': 'pk_dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
  ...['approve', 'reject'].map((decision): [string, string, object, Record<string, string>, Expected] => [
    'POST',
    `/payments/pay_1/${decision}`,
    {},
    { 'api-key': 'pk_dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ]),
  [
    'POST',
    '/payments/pay_1/calculate_tax',
    { shipping: {}, payment_method_type: 'credit' },
    { 'api-key': 'dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
  [
    'POST',
    '/payments/pay_1/calculate_tax',
    { shipping: {}, payment_method_type: 'credit' },
    {},
    [400, 'IR_04', 'Missing required param: api_key'],
  ],
  [
    'POST',
    '/payments/pay_1/complete_authorize',
    {},
    { 'api-key': 'pk_dev_right' },
    [400, 'IR_04', 'Missing required param: client_secret'],
  ],
  [
    'POST',
    '/payments/pay_1/cancel_post_capture',
    {},
    { 'api-key': 'pk_dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
  [
    'POST',
    '/payments/pay_1/incremental_authorization',
    { amount: 1_000_000_000 },
    { 'api-key': 'dev_right' },
    [400, 'IR_16', 'amount should not be more than 999999999'],
  ],
  [
    'POST',
    '/payments/sync',
    { payment_id: 'pay_1', merchant_id: 'other' },
    { 'api-key': 'dev_right' },
    [422, 'IR_05', 'merchant_id contains invalid data. Expected format is merchant_id from merchant account'],
  ],
  [
    'POST',
    '/payments/pay_1/update_metadata',
    { metadata: { a: 1 } },
    { 'api-key': 'pk_dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
  [
    'POST',
    '/payments/pay_1/incremental_authorization',
    { amount: 7000 },
    { 'api-key': 'pk_dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
  ['POST', '/payments/session_tokens', session, {}, [400, 'IR_04', 'Missing required param: api_key']],
  [
    'POST',
    '/payments/session_tokens',
    { ...session, client_secret: null },
    { 'api-key': 'pk_dev_right' },
    [400, 'IR_04', 'Missing required param: client_secret'],
  ],
  [
    'POST',
    '/payments/session_tokens',
    session,
    { 'api-key': 'dev_right' },
    [422, 'IR_06', 'client_secret is not a valid parameter'],
  ],
  [
    'POST',
    '/payments/session_tokens',
    { payment_id: 'pay_1', wallets: [] },
    { 'api-key': 'dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
  [
    'POST',
    '/payments/session_tokens',
    session,
    { 'api-key': 'pk_dev_wrong' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
  [
    'POST',
    '/payments/session_tokens',
    { ...session, payment_id: "x'--" },
    { 'api-key': 'pk_dev_right' },
    [404, 'HE_02', 'Payment does not exist in our records'],
  ],
  [
    'POST',
    '/payments/session_tokens',
    { ...session, merchant_connector_details: { creds_identifier: 'x' } },
    { 'api-key': 'pk_dev_right' },
    [501, 'IR_00', 'merchant_connector_details is not implemented'],
  ],
])(
  '%s %s with %j and %j is refused: %j, without a message',
  async (method, url, body, headers, [status, code, message, ...problems]) => {
    const response = await call(method as 'GET', url, body, headers);
    const fields = problems.map(([field, text]) => ({ field, message: text, code }));
    expect([response.statusCode, response.json()]).toEqual([
      status,
      { error: { type: 'invalid_request', message, code, ...(fields.length > 0 && { fields }) } },
    ]);
    expect(owner.sentMessages).toEqual([]);
  },
);

it('an unknown field is refused also without a key', async () => {
  const response = await call('POST', '/payments', { ...money, surprise: 1 }, {});
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({
    error: {
      error_type: 'invalid_request',
      message: expect.stringMatching(/^Json deserialize error: unknown field `surprise`, expected one of `amount`, /),
      code: 'IR_06',
      fields: [
        {
          field: 'surprise',
          message: expect.stringMatching(/^unknown field, expected one of \d+ names$/),
          code: 'IR_06',
        },
      ],
    },
  });
});
