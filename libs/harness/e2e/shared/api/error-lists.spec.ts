import {
  aMerchant,
  cardFields,
  ok,
  paymentBody,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';

const system = sharedSystem();
const { card } = cardFields().payment_method_data;
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

/** Status, code, and each problem as `field`, or `field → nearest`. */
const problemsOf = ({ status, body }: Answer): unknown[] => [
  status,
  body.error.code,
  body.error.fields?.map(({ field, nearest }: Json) => (nearest === undefined ? field : `${field} → ${nearest}`)),
];

describe('a body with several problems', () => {
  it('that does not fit its type lists all of them, with the nearest names and without values', async () => {
    const answer = await merchant.api.post('/payments', {
      amount: 'many',
      currency: 'EURO',
      capture_metod: 'manual',
      payment_method_data: { card: { card_number: '4111111111111112', card_exp_month: 7, card_cvc: '737' } },
    });
    expect(problemsOf(answer)).toEqual([
      400,
      'IR_06',
      [
        'amount',
        'currency → EUR',
        'capture_metod → capture_method',
        'payment_method_data.card.card_number',
        'payment_method_data.card.card_exp_month',
        'payment_method_data.card.card_exp_year',
      ],
    ]);
    expect(answer.body.error.message).toMatch(/^Json deserialize error: invalid type: string "many"/);
    expect(JSON.stringify(answer.body.error.fields)).not.toMatch(/4111|737|many/);
  });

  it('that fits its type lists all of them', async () => {
    const answer = await merchant.api.post('/payments', {
      ...paymentBody({ session_expiry: 5 }),
      currency: null,
      payment_method_data: { card: { ...card, card_cvc: '1', card_exp_month: '13' } },
    });
    expect(problemsOf(answer)).toEqual([
      422,
      'IR_06',
      ['session_expiry', 'payment_method_data.card.card_cvc', 'payment_method_data.card.card_exp_month', 'currency'],
    ]);
  });

  it('is listed to a caller without a key as well, which learns the published interface only', async () => {
    const answer = await system.api.post('/payments', { amout: 1, currency: 'usd' });
    expect(problemsOf(answer)).toEqual([400, 'IR_06', ['amout → amount', 'currency → USD']]);
  });
});

it.each<['GET' | 'POST' | 'PUT', string, number, string, unknown]>([
  ['POST', '/payment', 404, 'IR_02', ['url → POST /payments']],
  ['POST', '/v1/payments/pay_secret/captures', 404, 'IR_02', ['url → POST /payments/{payment_id}/capture']],
  ['PUT', '/refunds', 405, 'IR_03', ['url → POST /refunds']],
  ['GET', '/nothing/like/it', 404, 'IR_02', undefined],
])('%s %s without a key names a documented route, and no id', async (method, path, status, code, fields) => {
  const answer = await system.api.raw(method, path);
  expect(problemsOf(answer)).toEqual([status, code, fields]);
  expect(answer.text).not.toContain('pay_secret');
});

describe('a query string', () => {
  it('with several problems has the text of the interface, and all of them in its last line', async () => {
    const { status, text } = await merchant.api.get('/payments/list?limt=5&limit=many&created.gt=monday');
    const [message, list = ''] = text.split('\n');
    expect([status, message]).toEqual([
      400,
      expect.stringMatching(/^Query deserialize error: unknown field `limt`, expected one of `customer_id`/),
    ]);
    const { fields } = JSON.parse(list) as Json;
    expect(fields.map(({ field, nearest }: Json) => [field, nearest])).toEqual([
      ['limt', 'limit'],
      ['limit', undefined],
      ['created.gt', undefined],
    ]);
    expect(list).not.toMatch(/many|monday/);
  });
});

describe('a request about accounts that breaks several rules', () => {
  it('of a merchant account, a profile and a connector account lists all of them', async () => {
    const account = { merchant_id: 'list', sub_merchants_enabled: true, merchant_account_type: 'connected' };
    expect(problemsOf(await system.admin.post('/accounts', account))).toEqual([
      400,
      'IR_07',
      ['merchant_id', 'merchant_account_type', 'parent_merchant_id'],
    ]);

    const profile = { session_expiry: 1, merchant_country_code: 'Mars', routing_algorithm: { type: 'best' } };
    const { merchantId } = merchant;
    const path = `/account/${merchantId}`;
    expect(problemsOf(await merchant.api.post(`${path}/business_profile`, profile))).toEqual([
      422,
      'IR_06',
      ['session_expiry', 'routing_algorithm.type', 'merchant_country_code'],
    ]);

    const change = {
      connector_type: 'payment_processor',
      connector_label: 'a'.repeat(256),
      connector_account_details: { auth_type: 'BodyKey', api_key: '', key1: '' },
      status: 'inactive',
      disabled: false,
    };
    const fields = [
      'connector_account_details.api_key',
      'connector_account_details.key1',
      'disabled',
      'connector_label',
    ];
    expect(
      problemsOf(await merchant.api.post(`${path}/connectors`, { ...change, connector_name: 'stripe_test' })),
    ).toEqual([422, 'IR_05', fields]);
    const { merchant_connector_id: id } = merchant.connectors['stripe_test'];
    const changed = await merchant.api.post(`${path}/connectors/${id}`, change);
    expect(problemsOf(changed)).toEqual([422, 'IR_05', fields]);
  });
});

describe('a repeated id or key', () => {
  it('of a payment, a refund and a customer: the error names the fields that differ', async () => {
    const body = paymentBody({ payment_id: 'pay_lists', description: 'tea' });
    ok(await merchant.api.post('/payments', body));
    const again = await merchant.api.post('/payments', { ...body, amount: 7000, description: 'coffee' });
    expect(problemsOf(again)).toEqual([400, 'HE_01', ['amount', 'description']]);
    expect(problemsOf(await merchant.api.post('/payments', body))).toEqual([400, 'HE_01', undefined]);

    const refund = { payment_id: 'pay_lists', refund_id: 'ref_lists', amount: 100, reason: 'late' };
    ok(await merchant.api.post('/refunds', refund));
    const refunded = await merchant.api.post('/refunds', { ...refund, amount: 200, metadata: { a: 1 } });
    expect(problemsOf(refunded)).toEqual([400, 'HE_01', ['amount', 'metadata']]);
    const wrong = { payment_id: 'pay_lists', refund_id: 'r'.repeat(31), amount: 1 };
    expect(problemsOf(await merchant.api.post('/refunds', wrong))).toEqual([422, 'IR_05', ['amount', 'refund_id']]);

    const customer = { customer_id: 'cus_lists', name: 'Jo', email: 'jo@acme.example' };
    ok(await merchant.api.post('/customers', customer));
    const other = await merchant.api.post('/customers', { ...customer, email: 'guess@acme.example' });
    expect(problemsOf(other)).toEqual([400, 'IR_12', ['email']]);
    expect(other.text).not.toContain('@');
  });

  it('of an Idempotency-Key: only a secret key learns which fields differ', async () => {
    const key = { 'idempotency-key': 'lists' };
    const body = paymentBody({ confirm: false, metadata: { order: 1 } });
    const made = ok(await merchant.api.post('/payments', body, key));
    const other = { ...body, amount: 1, metadata: { order: 2 }, description: 'more' };
    expect(problemsOf(await merchant.api.post('/payments', other, key))).toEqual([
      422,
      'IR_06',
      ['amount', 'metadata', 'description'],
    ]);

    const confirm = `/payments/${made.payment_id}/confirm`;
    ok(await merchant.api.post(confirm, {}, key));
    const client = { client_secret: made.client_secret, ...cardFields() };
    // The key of a client is not the merchant's, although it has the same text.
    const byClient = await merchant.client.post(confirm, client, key);
    expect(problemsOf(byClient).slice(0, 2)).toEqual([400, 'IR_16']);
    const differing = await merchant.client.post(confirm, { ...client, payment_method_type: 'debit' }, key);
    expect(problemsOf(differing)).toEqual([422, 'IR_06', undefined]);
  });
});
