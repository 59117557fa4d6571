import { checkPayoutOfPath, checkPayoutRequest, type PayoutCheckContext } from './check-payout-request';
import { isPayoutId, type PayoutRequest } from './payout-request';

const check = (sent: object, context: Partial<PayoutCheckContext> = {}) =>
  checkPayoutRequest(sent as PayoutRequest, { operation: 'create', kind: 'merchant', ...context });

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, '']));

describe('a payout request that is refused', () => {
  it.each<[string, object, string, object]>([
    ['a reserved customer id', { customer_id: 'list' }, 'invalid_value', { field: 'customer_id' }],
    [
      'two customers',
      { customer_id: 'cus_1', customer: { id: 'cus_2' } },
      'precondition_failed',
      { message: 'The field names `customer_id and customer.id` sent in both places is ambiguous' },
    ],
    ['amount 0', { amount: 0 }, 'precondition_failed', { message: 'Amount must be greater than 0' }],
    ['a negative amount', { amount: -1 }, 'precondition_failed', { path: 'amount' }],
    ['51 keys of metadata', { metadata: keys(51) }, 'invalid_format', { field: 'metadata' }],
    ['a key of 41 characters', { metadata: { ['k'.repeat(41)]: '' } }, 'invalid_format', { field: 'metadata' }],
    ['a value of 501 characters', { metadata: { k: 'v'.repeat(501) } }, 'invalid_format', { field: 'metadata' }],
    ['a script as return_url', { return_url: 'javascript:alert(1)' }, 'invalid_format', { field: 'return_url' }],
    ['a description of 1025 characters', { description: 'd'.repeat(1025) }, 'invalid_format', { field: 'description' }],
    [
      'a token and a method id',
      { payout_token: 'token_1', payout_method_id: 'pm_1', confirm: true, customer_id: 'cus_1' },
      'invalid_request',
      { message: 'Only one of payout_method_id or payout_token should be provided.' },
    ],
    [
      'a method id without confirm',
      { payout_method_id: 'pm_1', customer_id: 'cus_1' },
      'invalid_request',
      { message: 'Confirm must be true for recurring payouts' },
    ],
    [
      'a token without a customer',
      { payout_token: 'token_1' },
      'missing_param',
      { field: 'customer or customer_id when payout_token is provided' },
    ],
    [
      'a token and data',
      { payout_token: 'token_1', customer_id: 'cus_1', payout_method_data: {} },
      'invalid_request',
      { message: 'Payout method data is invalid' },
    ],
    ['the source of the money', { source_bank_data: {} }, 'not_implemented', { path: 'source_bank_data' }],
    ['the recipient’s browser', { browser_info: {} }, 'not_implemented', { path: 'browser_info' }],
    [
      'unreadable routing',
      { routing: { type: 'none' } },
      'invalid_request',
      { message: 'Invalid straight through routing rules format' },
    ],
  ])('%s', (_, sent, code, details) => expect(check(sent)).toMatchObject({ code, details }));

  it('another profile for a payout that exists', () => {
    expect(check({ profile_id: 'pro_1' })).toBeUndefined();
    expect(check({ profile_id: 'pro_1' }, { operation: 'update' })).toMatchObject({ code: 'not_implemented' });
    expect(check({ profile_id: 'pro_1' }, { operation: 'confirm' })).toMatchObject({ code: 'not_implemented' });
  });
});

describe('a payout request that passes', () => {
  it.each<[string, object]>([
    ['amount and currency', { amount: 1, currency: 'EUR' }],
    ['an amount above a payment’s limit', { amount: 1_000_000_000, currency: 'IDR' }],
    ['50 keys of metadata', { metadata: keys(50) }],
    [
      'no payout link',
      {
        payout_link: false,
        payout_link_config: null,
        session_expiry: null,
        source_bank_data: null,
        browser_info: null,
      },
    ],
    ['a method id with confirm', { payout_method_id: 'pm_1', confirm: true, customer_id: 'cus_1' }],
    ['a token with its customer', { payout_token: 'token_1', customer: { id: 'cus_1' } }],
    ['equal customers', { customer_id: 'cus_1', customer: { id: 'cus_1', name: 'Ada' }, name: 'Ada' }],
    ['named connectors', { connector: ['stripe_test'], routing: null }],
  ])('%s', (_, sent) => expect(check(sent)).toBeUndefined());

  it('a token of the stored customer in an update', () =>
    expect(check({ payout_token: 'token_1' }, { operation: 'update' })).toBeUndefined());
});

describe('the confirmation of a client', () => {
  const confirm = (sent: object) => check(sent, { operation: 'confirm', kind: 'client' });

  it('names the destination and who receives the money', () =>
    expect(
      confirm({
        client_secret: 's',
        payout_type: 'bank',
        payout_method_data: { bank: {} },
        billing: {},
        name: 'Ada',
        customer: { name: 'Ada', email: 'ada@example.com' },
        return_url: 'https://acme.example',
        amount: null,
      }),
    ).toBeUndefined());

  it.each<[string, unknown]>([
    ['amount', 1],
    ['currency', 'EUR'],
    ['routing', { type: 'single', data: 'stripe' }],
    ['connector', ['stripe']],
    ['auto_fulfill', true],
    ['auto_fulfill', false],
    ['profile_id', 'pro_1'],
    ['customer_id', 'cus_2'],
    ['business_country', 'NL'],
    ['entity_type', 'Company'],
    ['recurring', true],
    ['metadata', {}],
    ['priority', 'instant'],
    ['payout_token', 'token_1'],
    ['payout_method_id', 'pm_1'],
    ['merchant_order_reference_id', 'order'],
    ['description', 'text'],
  ])('may not set %s to %j', (field, value) =>
    expect(confirm({ client_secret: 's', [field]: value })).toMatchObject({
      code: 'not_for_clients',
      details: { field },
    }),
  );

  it('may not name another customer', () =>
    expect(confirm({ customer: { id: 'cus_2' } })).toMatchObject({ code: 'customer_not_for_clients' }));
});

describe('ids of payouts', () => {
  it.each([
    ['payout_7hQKZ5v1mXcB2nR8tY0Lk3w', true],
    ['a'.repeat(30), true],
    ['a'.repeat(29), false],
    ['a'.repeat(31), false],
    [`${'a'.repeat(29)}.`, false],
    [`${'a'.repeat(30)}\n`, false],
  ])('%j is one: %s', (text, valid) => expect(isPayoutId(text)).toBe(valid));

  it('a body may repeat the id of its path', () => {
    expect(checkPayoutOfPath({}, 'a')).toBeUndefined();
    expect(checkPayoutOfPath({ payout_id: 'a' }, 'a')).toBeUndefined();
    expect(checkPayoutOfPath({ payout_id: 'b' }, 'a')).toMatchObject({ code: 'invalid_value' });
  });
});
