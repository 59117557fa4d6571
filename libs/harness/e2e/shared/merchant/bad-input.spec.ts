import {
  aMerchant,
  cardFields,
  cards,
  ok,
  paymentBody,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { rowCounts } from '../../support/rows';
import {
  listing,
  missing,
  notAllowed,
  precondition,
  refusal,
  statusAndBody,
  unreadable,
  withoutPlace,
  wrongFormat,
  wrongValue,
  type StatusAndBody,
} from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let before: Record<string, number>;
let logged: number;
const mine = 'pay_mine';
const authorized = 'pay_held';

beforeAll(async () => {
  merchant = await aMerchant(system);
  ok(await merchant.api.post('/payments', { payment_id: mine, amount: 6540, currency: 'USD' }));
  ok(await merchant.api.post('/payments', paymentBody({ payment_id: authorized, capture_method: 'manual' })));
  logged = system.logs('gateway').length;
  before = await rowCounts(system, [merchant]);
});

const json = { 'content-type': 'application/json' };
const raw = (text: string | Buffer, path = '/payments', headers: Record<string, string> = json) =>
  merchant.api.raw('POST', path, text, headers);
const bad = (detail: string): StatusAndBody => unreadable(`Json deserialize error: ${detail}`);

/** The message begins with the expected text; the position or a list of expected values may follow. */
function expectToBegin(answer: Answer, expected: StatusAndBody): void {
  const found = withoutPlace(answer);
  const { message, ...rest } = found.body?.error ?? {};
  const { message: expectedMessage, ...expectedRest } = expected.body.error;
  expect({ status: found.status, ...rest, message: String(message).slice(0, expectedMessage.length) }).toEqual({
    status: expected.status,
    ...expectedRest,
    message: expectedMessage,
  });
}

const withCard = (card: object) => paymentBody(cardFields(cards.succeeds, card));
const money = { amount: 6540, currency: 'USD' };
const deep = (levels: number) => `{"metadata":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe('a body that cannot be read', () => {
  it.each<[string, string | Buffer, StatusAndBody]>([
    ['nothing', '', bad('EOF while parsing a value')],
    ['half an object', '{"amount": 1', bad('EOF while parsing an object')],
    ['a trailing comma', '{"amount": 1,}', bad('trailing comma')],
    ['single quotes', "{'amount': 1}", bad('key must be a string')],
    ['two values', '{"amount": 1} {}', bad('trailing characters')],
    ['a form', 'amount=1', bad('expected value')],
    ['an array', '[]', bad('invalid type: sequence, expected struct PaymentsCreateRequest')],
    ['null', 'null', bad('invalid type: null, expected struct PaymentsCreateRequest')],
    ['bytes that are not UTF-8', Buffer.from([123, 34, 255, 34, 58, 49, 125]), bad('invalid unicode code point')],
    ['a NUL byte', '{"description": "a\u0000b"}', bad('control character')],
    ['a NUL character', '{"description": "a\\u0000b"}', bad('NUL character found while parsing a string')],
    ['half of a pair of surrogates', '{"description": "\\ud800"}', bad('lone leading surrogate in hex escape')],
    ['a key twice', '{"amount": 1, "amount": 2}', bad('duplicate field `amount`')],
    ['__proto__', '{"__proto__": {"amount": 1}}', bad('field name `__proto__` is not allowed')],
    ['constructor, inside', '{"metadata": {"constructor": {}}}', bad('field name `constructor` is not allowed')],
    ['33 levels', deep(33), bad('recursion limit exceeded')],
    ['thousands of levels', deep(10_000), bad('recursion limit exceeded')],
    [
      '1,001 keys',
      `{"metadata": {${Array.from({ length: 1001 }, (_, n) => `"k${n}": 1`).join()}}}`,
      bad('more than 1000 keys'),
    ],
    ['1,001 items', `{"metadata": {"a": [${'1,'.repeat(1000)}1]}}`, bad('more than 1000 array items')],
  ])('%s', async (_, text, expected) => expectToBegin(await raw(text), expected));

  it('that is larger than allowed', async () => {
    const text = JSON.stringify({ ...money, description: 'x'.repeat(32_768) });
    expect(statusAndBody(await raw(text))).toEqual(
      unreadable(`JSON payload (${text.length} bytes) is larger than allowed (limit: 32768 bytes).`),
    );
  });

  it.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('that calls itself %s', async (type) => {
    const answer = await raw(JSON.stringify(money), '/payments', type === undefined ? {} : { 'content-type': type });
    expect(statusAndBody(answer)).toEqual(unreadable('Content type error'));
  });

  it('is reported also to callers without a key', async () => {
    expectToBegin(await system.api.raw('POST', '/payments', '{', json), bad('EOF while parsing an object'));
  });
});

const amountText = (value: string) => `{"amount": ${value}, "currency": "USD"}`;

describe('amounts', () => {
  it.each<[string, StatusAndBody]>([
    ['-1', bad('invalid value: integer `-1`, expected a positive integer')],
    ['1.5', bad('invalid type: floating point `1.5`, expected amount as integer')],
    ['1.0', bad('invalid type: floating point `1.0`, expected amount as integer')],
    ['1e3', bad('invalid type: floating point `1e3`, expected amount as integer')],
    ['9007199254740992', bad('invalid value: integer `9007199254740992`, expected amount as integer')],
    ['99999999999999999999', bad('invalid value: integer `99999999999999999999`, expected amount as integer')],
    ['1e400', bad('number out of range')],
    ['NaN', bad('expected value')],
    ['01', bad('invalid number')],
    ['"6540"', bad('invalid type: string "6540", expected amount as integer')],
    ['true', bad('invalid type: boolean `true`, expected amount as integer')],
    ['[6540]', bad('invalid type: sequence, expected amount as integer')],
    ['1000000000', precondition('amount should not be more than 999999999')],
    ['null', missing('amount')],
  ])('%s', async (value, expected) => expectToBegin(await raw(amountText(value)), expected));

  it.each(['shipping_cost', 'order_tax_amount'])('the same for %s', async (field) => {
    const text = (value: string) => `{"amount": 1, "currency": "USD", "${field}": ${value}}`;
    expectToBegin(await raw(text('-1')), bad('invalid value: integer `-1`, expected a positive integer'));
    expectToBegin(await raw(text('0.5')), bad('invalid type: floating point `0.5`, expected amount as integer'));
  });

  it.each<[string, StatusAndBody]>([
    ['-1', wrongFormat('amount', 'positive integer')],
    ['0', wrongFormat('amount', 'positive integer')],
    ['6541', notAllowed('amount_to_capture is greater than amount')],
    ['9007199254740993', bad('invalid value: integer `9007199254740993`, expected i64')],
    ['1.5', bad('invalid type: floating point `1.5`, expected ')],
    ['1e2', bad('invalid type: floating point `1e2`, expected ')],
    ['"1"', bad('invalid type: string "1", expected ')],
  ])('to capture: %s', async (value, expected) =>
    expectToBegin(await raw(`{"amount_to_capture": ${value}}`, `/payments/${authorized}/capture`), expected),
  );

  it.each<[string, object, StatusAndBody]>([
    ['no currency', { amount: 1 }, missing('currency')],
    ['neither', {}, listing(missing('currency'), 'currency', 'amount')],
    [
      'more to capture than the amount',
      { ...money, amount_to_capture: 6541 },
      wrongFormat('amount_to_capture', 'amount_to_capture lesser than amount'),
    ],
    [
      'less to capture, automatically',
      { ...money, amount_to_capture: 6539 },
      precondition('amount_to_capture must be equal to total_capturable_amount when capture_method = automatic'),
    ],
    [
      'zero, confirmed',
      paymentBody({ amount: 0 }),
      refusal(400, 'CE_01', 'Payment failed during authorization with connector. Retry payment'),
    ],
  ])('%s', async (_, body, expected) =>
    expect(statusAndBody(await merchant.api.post('/payments', body))).toEqual(expected),
  );
});

describe('cards', () => {
  const year = new Date().getFullYear();
  it.each<[string, object, StatusAndBody]>([
    ['a number that fails the Luhn check', { card_number: '4242424242424241' }, bad('card number invalid')],
    ['too short a number', { card_number: '4242' }, bad('invalid card number length')],
    ['too long a number', { card_number: '42424242424242424242' }, bad('invalid card number length')],
    ['letters in the number', { card_number: '4242x24242424242' }, bad('invalid character found in card number')],
    ['a number that is no text', { card_number: 4242424242424242 }, bad('invalid type: integer')],
    ['no number', { card_number: undefined }, bad('missing field `card_number`')],
    ['a short cvc', { card_cvc: '12' }, precondition('Invalid card_cvc length')],
    ['a long cvc', { card_cvc: '12345' }, precondition('Invalid card_cvc length')],
    ['letters in the cvc', { card_cvc: '12a' }, wrongValue('card_cvc')],
    ['month 13', { card_exp_month: '13' }, precondition('Invalid Expiry Month')],
    ['month 0', { card_exp_month: '0' }, precondition('Invalid Expiry Month')],
    ['a month in letters', { card_exp_month: 'ab' }, wrongValue('card_exp_month')],
    ['a negative month', { card_exp_month: '-1' }, wrongValue('card_exp_month')],
    ['a year in letters', { card_exp_year: 'abcd' }, wrongValue('card_exp_year')],
    ['year 3025', { card_exp_year: '3025' }, precondition('Invalid Expiry Year')],
    ['last year', { card_exp_year: String(year - 1) }, precondition('Invalid Expiry Year')],
    ['year 20', { card_exp_year: '20' }, precondition('Invalid Expiry Year')],
  ])('with %s', async (_, card, expected) => {
    const created = await merchant.api.post('/payments', withCard(card));
    expectToBegin(created, expected);
    expectToBegin(await merchant.api.post(`/payments/${mine}/confirm`, cardFields(cards.succeeds, card)), expected);
    expect(created.text).not.toMatch(/42424242|card_number: /);
  });
});

describe('fields that do not go together', () => {
  const { payment_method_data } = cardFields();
  it.each<[string, object, StatusAndBody]>([
    ['an unknown currency', { amount: 1, currency: 'XXX' }, bad('unknown variant `XXX`, expected one of `AED`, `AFN`')],
    ['a currency in small letters', { amount: 1, currency: 'usd' }, bad('unknown variant `usd`, expected one of')],
    ['an unknown field', { ...money, amout: 1 }, bad('unknown field `amout`, expected one of `amount`')],
    [
      'an unknown field, inside',
      { ...money, billing: { street: 'x' } },
      bad('unknown field `street`, expected one of'),
    ],
    ['a field of our own', { ...money, status: 'succeeded' }, bad('unknown field `status`, expected one of')],
    ['a number for a text', { ...money, description: 5 }, bad('invalid type: integer `5`, expected a string')],
    ['a text for a flag', { ...money, confirm: 'yes' }, bad('invalid type: string "yes", expected a boolean')],
    ['metadata that is no object', { ...money, metadata: 'x' }, bad('invalid type: string "x"')],
    [
      'a payment_id that is too long',
      { ...money, payment_id: 'a'.repeat(31) },
      bad('payment_id must be at most 30 characters long. Received 31 characters'),
    ],
    ['an empty payment_id', { ...money, payment_id: '' }, bad('the minimum required length for this field is 1')],
    ['a payment_id with a slash', { ...money, payment_id: 'a/b' }, bad('value `a/b` contains invalid character `/`')],
    [
      'a return_url without a scheme',
      { ...money, return_url: 'acme.example/back' },
      bad('relative URL without a base: "acme.example/back"'),
    ],
    [
      'a return_url that is a script',
      { ...money, return_url: 'javascript:alert(1)' },
      bad('invalid value: string "javascript:alert(1)", expected an http or https URL'),
    ],
    [
      'a return_url with a password',
      { ...money, return_url: 'https://a:b@acme.example' },
      bad('invalid value: string "https://a:b@acme.example", expected an http or https URL'),
    ],
    ['data without a method', { ...money, payment_method_data }, missing('payment_method')],
    ['a method without data', { ...money, payment_method: 'card' }, missing('payment_method_data')],
    [
      'a type of another method',
      { ...money, ...cardFields(), payment_method_type: 'klarna' },
      notAllowed("payment_method_type doesn't correspond to the specified payment_method"),
    ],
    [
      'data of another method',
      { ...money, payment_method: 'wallet', payment_method_type: 'google_pay', payment_method_data },
      notAllowed("payment_method_data doesn't correspond to the specified payment_method"),
    ],
    [
      'a short session',
      { ...money, session_expiry: 59 },
      notAllowed('session_expiry should be between 60(1 min) to 7890000(3 months).'),
    ],
    [
      'another merchant',
      { ...money, merchant_id: 'unknown' },
      refusal(404, 'HE_02', 'Merchant account does not exist in our records'),
    ],
    [
      'a mandate without a customer',
      { ...money, mandate_data: {} },
      listing(precondition('`customer_id` is mandatory for mandates'), 'customer_id', 'setup_future_usage'),
    ],
    [
      'overcapture of an automatic payment',
      { ...money, enable_overcapture: true },
      precondition('Invalid overcapture request: supported only with manual capture'),
    ],
  ])('%s', async (_, body, expected) => expectToBegin(await merchant.api.post('/payments', body), expected));
});

it.each<[string, object, number, number]>([
  ['return_url', { return_url: `https://acme.example/${'x'.repeat(2028)}` }, 2048, 2049],
  ['mandate_id', { mandate_id: 'm'.repeat(65) }, 64, 65],
])(
  'a rule refuses a %s that is too long: the error has a type, and its message no position',
  async (field, sent, most, given) => {
    const { status, body } = statusAndBody(await merchant.api.post('/payments', { ...money, ...sent }));
    expect(status).toBe(400);
    const message = `${field} must be at most ${most} characters long. Received ${given} characters`;
    expect(body.error).toMatchObject({ type: 'invalid_request', code: 'IR_06', message });
    expect(body.error).not.toHaveProperty('error_type');
  },
);

it('every refusal has the common headers and stores nothing', async () => {
  for (const answer of [
    await raw('{'),
    await merchant.api.get('/nothing'),
    await merchant.api.get(`/payments/${mine}`),
  ]) {
    expect(answer.headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      via: expect.any(String),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{16,}$/);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  }
  expect(await rowCounts(system, [merchant])).toEqual(before);
  const payment: Json = ok(await merchant.api.get(`/payments/${mine}`));
  expect(payment).toMatchObject({ status: 'requires_payment_method', amount: 6540 });
  expect(payment.modified_at).toBe(payment.created);
  expect(ok(await merchant.api.get(`/payments/${authorized}`))).toMatchObject({
    status: 'requires_capture',
    amount_capturable: 6540,
  });
  expect(system.logs('gateway').slice(logged)).not.toContain('"level":"error"');
});
