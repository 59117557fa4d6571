import {
  aMerchant,
  cardFields,
  cards,
  connectorBody,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { paymentKeys } from '../../support/payment-keys';
import {
  missing,
  noPayment,
  notAllowed,
  statusAndBody,
  unauthorized,
  unreadableQuery,
  unreadable,
  withoutPlace,
} from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let other: TestMerchant;
let second: string;
const made: Json[] = [];

beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
  other = await aMerchant(system);
  const profiles = `/account/${merchant.merchantId}/business_profile`;
  second = ok(await merchant.api.post(profiles, { profile_name: 'second' })).profile_id;
  const connectors = `/account/${merchant.merchantId}/connectors`;
  ok(await merchant.api.post(connectors, connectorBody('paypal_test', { profile_id: second })));
  const create = async (payment_id: string, body: object) =>
    made.unshift(ok(await merchant.api.post('/payments', { payment_id, profile_id: merchant.profileId, ...body })));
  await create('pay_1', { amount: 100, currency: 'EUR' });
  await create('pay_2', paymentBody({ customer_id: 'cus_jo', email: 'jo@acme.example', amount: 200 }));
  await create('pay_3', paymentBody({ ...cardFields(cards.declined), amount: 300, description: 'declined' }));
  await create('pay_4', paymentBody({ capture_method: 'manual', connector: ['adyen_test'], amount: 50 }));
  await create('pay_5', paymentBody({ profile_id: second, merchant_order_reference_id: 'o-5', amount: 500 }));
  await create('pay_6', paymentBody({ ...cardFields(cards.threeDs), customer_id: 'cus_jo', amount: 600 }));
  ok(await other.api.post('/payments', paymentBody({ payment_id: 'pay_of_other' })));
});

const idsOf = (answer: Json): string[] => answer.data.map(({ payment_id }: Json) => payment_id);
const list = async (query = '', headers = {}) => ok(await merchant.api.get(`/payments/list${query}`, headers));
const filter = async (body: object) => ok(await merchant.api.post('/payments/list', body));
const everything = ['pay_6', 'pay_5', 'pay_4', 'pay_3', 'pay_2', 'pay_1'];
const createdOf = (id: string): string => made.find(({ payment_id }) => payment_id === id).created;

describe('GET /payments/list', () => {
  it('shows the merchant’s payments, newest first, with every key', async () => {
    const answer = await list();
    expect(Object.keys(answer)).toEqual(['size', 'data']);
    expect([answer.size, idsOf(answer)]).toEqual([6, everything]);
    for (const payment of answer.data) expect(Object.keys(payment)).toEqual(paymentKeys);
    expect(idsOf(ok(await other.api.get('/payments/list')))).toEqual(['pay_of_other']);
  });

  it('shows fewer fields than a retrieve', async () => {
    const [declined] = (await list('?starting_after=pay_4&limit=1')).data;
    const payment = ok(await merchant.api.get('/payments/pay_3'));
    const { status, amount, net_amount, client_secret, description, attempt_count, connector } = payment;
    expect(declined).toMatchObject({
      status,
      amount,
      net_amount,
      client_secret,
      description,
      attempt_count,
      connector,
    });
    const left = { amount_received: null, expires_on: null, sdk_authorization: null, error_code: null };
    expect(declined).toMatchObject({ ...left, error_message: 'Payment declined: Card declined' });
  });

  it.each<[string, () => string, string[]]>([
    ['a customer’s', () => '?customer_id=cus_jo', ['pay_6', 'pay_2']],
    ['an unknown customer’s', () => '?customer_id=cus_none', []],
    ['the first two', () => '?limit=2', ['pay_6', 'pay_5']],
    ['those after one', () => '?starting_after=pay_5&limit=2', ['pay_4', 'pay_3']],
    ['those just before one', () => '?ending_before=pay_2&limit=2', ['pay_4', 'pay_3']],
    ['of one moment', () => `?created=${createdOf('pay_3')}`, ['pay_3']],
    ['later ones', () => `?created.gt=${createdOf('pay_4')}`, ['pay_6', 'pay_5']],
    ['from one on', () => `?created.gte=${createdOf('pay_4')}`, ['pay_6', 'pay_5', 'pay_4']],
    ['earlier ones', () => `?created.lt=${createdOf('pay_3')}`, ['pay_2', 'pay_1']],
    ['up to one', () => `?created.lte=${createdOf('pay_2')}`, ['pay_2', 'pay_1']],
    ['with the interface’s parameter names', () => `?created_gt=${createdOf('pay_5')}`, ['pay_6']],
  ])('filters: %s', async (_, query, expected) => expect(idsOf(await list(query()))).toEqual(expected));

  it.each([
    ['limit=0', notAllowed('limit should be in between 1 and 100')],
    ['limit=101', notAllowed('limit should be in between 1 and 100')],
    [
      'limit=x&limt=5',
      unreadableQuery(
        'unknown field `limt`, expected one of `customer_id`, `starting_after`, `ending_before`, `limit`, `created`, `created_lt`, `created_gt`, `created_lte`, `created_gte`, `created.lt`, `created.gt`, `created.lte`, `created.gte`',
        { field: 'limt', message: 'unknown field, expected one of 13 names', code: 'IR_06', nearest: 'limit' },
        { field: 'limit', message: 'invalid digit found in string', code: 'IR_06' },
      ),
    ],
    ['starting_after=pay_none', noPayment],
    ['starting_after=pay_of_other', noPayment],
    ['ending_before=pay_of_other', noPayment],
  ])('refuses %s', async (query, expected) =>
    expect(statusAndBody(await merchant.api.get(`/payments/list?${query}`))).toEqual(expected),
  );

  it('contains only payments of the key’s merchant', async () => {
    for (const path of ['list', 'profile/list', 'v2/filter', 'aggregate?start_time=2026-01-01T00:00:00Z']) {
      expect(statusAndBody(await system.api.get(`/payments/${path}`))).toEqual(unauthorized);
      expect(statusAndBody(await merchant.client.get(`/payments/${path}`))).toEqual(unauthorized);
    }
  });

  it('returns up to a hundred payments', async () => {
    const many = await aMerchant(system);
    const body = { amount: 1, currency: 'EUR', metadata: { text: 'x'.repeat(25_000) } };
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 11 }, async () => ok(await many.api.post('/payments', body))));
    const answer = ok(await many.api.get('/payments/list?limit=100'));
    expect([answer.size, new Set(idsOf(answer)).size]).toEqual([100, 100]);
    const last = idsOf(answer).at(-1);
    expect(idsOf(ok(await many.api.get(`/payments/list?limit=100&starting_after=${last}`)))).toHaveLength(10);
  });
});

describe('POST /payments/list', () => {
  it('returns the count of the page and the total', async () => {
    const answer = await filter({ limit: 2, offset: 1 });
    expect(Object.keys(answer)).toEqual(['count', 'total_count', 'data']);
    expect([answer.count, answer.total_count, idsOf(answer)]).toEqual([2, 6, ['pay_5', 'pay_4']]);
  });

  it.each<[string, () => object, string[]]>([
    ['a payment', () => ({ payment_id: 'pay_3' }), ['pay_3']],
    ['a customer', () => ({ customer_id: 'cus_jo' }), ['pay_6', 'pay_2']],
    ['an e-mail', () => ({ customer_email: 'jo@acme.example' }), ['pay_6', 'pay_2']],
    ['a profile', () => ({ profile_id: second }), ['pay_5']],
    ['statuses', () => ({ status: ['failed', 'requires_capture'] }), ['pay_4', 'pay_3']],
    ['currencies', () => ({ currency: ['EUR'] }), ['pay_1']],
    ['sums', () => ({ amount_filter: { start_amount: 200, end_amount: 300 } }), ['pay_3', 'pay_2']],
    ['connectors', () => ({ connector: ['adyen_test', 'paypal_test'] }), ['pay_5', 'pay_4']],
    [
      'accounts',
      () => ({ merchant_connector_id: [merchant.connectors['adyen_test'].merchant_connector_id] }),
      ['pay_4'],
    ],
    ['methods', () => ({ payment_method: ['card'], customer_id: 'cus_jo' }), ['pay_6', 'pay_2']],
    ['types of methods', () => ({ payment_method_type: ['debit'] }), []],
    ['networks', () => ({ card_network: ['Visa'], status: ['succeeded'] }), ['pay_5', 'pay_2']],
    ['how a card was found', () => ({ card_discovery: ['manual'], currency: ['EUR'] }), []],
    ['authentication', () => ({ authentication_type: ['three_ds'] }), []],
    ['an order', () => ({ merchant_order_reference_id: 'o-5' }), ['pay_5']],
    ['a time', () => ({ start_time: createdOf('pay_5') }), ['pay_6', 'pay_5']],
    [
      'a range',
      () => ({ time_range: { start_time: createdOf('pay_2'), end_time: createdOf('pay_3') } }),
      ['pay_3', 'pay_2'],
    ],
    ['nothing, by empty lists', () => ({ status: [], connector: [] }), everything],
    ['the dearest', () => ({ order: { on: 'amount', by: 'desc' }, limit: 2 }), ['pay_6', 'pay_5']],
    ['the first', () => ({ order: { on: 'created', by: 'asc' }, limit: 2 }), ['pay_1', 'pay_2']],
  ])('filters by %s', async (_, body, expected) => expect(idsOf(await filter(body()))).toEqual(expected));

  it.each<[object, object]>([
    [{ limit: 51 }, notAllowed('limit should be in between 1 and 50')],
    [{ limit: 0 }, notAllowed('limit should be in between 1 and 50')],
    [
      { status: ['paid'] },
      { status: 400, body: { error: expect.objectContaining({ error_type: 'invalid_request', code: 'IR_06' }) } },
    ],
    [{ offset: -1 }, unreadable('Json deserialize error: invalid value: integer `-1`, expected u32')],
  ])('refuses %j', async (body, expected) =>
    expect(withoutPlace(await merchant.api.post('/payments/list', body))).toEqual(expected),
  );
});

describe('the routes of one profile', () => {
  const ofSecond = () => ({ 'x-profile-id': second });

  it('list, filter and count only payments of this profile', async () => {
    const { api, profileId } = merchant;
    const ofFirst = { 'x-profile-id': profileId };
    expect(idsOf(ok(await api.get('/payments/profile/list', ofSecond())))).toEqual(['pay_5']);
    expect(idsOf(ok(await api.get('/payments/profile/list', ofFirst)))).toEqual(
      everything.filter((id) => id !== 'pay_5'),
    );
    expect(idsOf(ok(await api.post('/payments/profile/list', { profile_id: profileId }, ofSecond())))).toEqual([
      'pay_5',
    ]);
    const counts = ok(await api.get('/payments/profile/aggregate?start_time=2020-01-01T00:00:00Z', ofSecond()));
    expect(counts.status_with_count).toMatchObject({ succeeded: 1, failed: 0 });
    const filters = ok(await api.get('/payments/v2/profile/filter', ofSecond()));
    expect(Object.keys(filters.connector)).toEqual(['paypal_test']);
  });

  it('require a profile when there is no default', async () => {
    const which = missing('profile_id or business_country, business_label');
    expect(statusAndBody(await merchant.api.get('/payments/profile/list'))).toEqual(which);
    expect(idsOf(ok(await other.api.get('/payments/profile/list')))).toEqual(['pay_of_other']);
  });

  it('refuse a profile of another merchant', async () => {
    const foreign = { 'x-profile-id': other.profileId };
    expect(statusAndBody(await merchant.api.get('/payments/profile/list', foreign))).toEqual(unauthorized);
  });
});

describe('the filter values of lists', () => {
  it('are the values that occur in a time range', async () => {
    expect(ok(await merchant.api.post('/payments/filter', { start_time: createdOf('pay_1') }))).toEqual({
      connector: ['adyen_test', 'paypal_test', 'stripe_test'],
      currency: ['EUR', 'USD'],
      status: ['failed', 'requires_capture', 'requires_customer_action', 'requires_payment_method', 'succeeded'],
      payment_method: ['card'],
      payment_method_type: ['credit'],
      authentication_type: ['no_three_ds'],
    });
    const late = ok(await merchant.api.post('/payments/filter', { start_time: '2999-01-01T00:00:00Z' }));
    expect(late).toMatchObject({ connector: [], status: [] });
  });

  it('are the capabilities of the connector accounts', async () => {
    const filters = ok(await merchant.api.get('/payments/v2/filter'));
    const { merchant_connector_id, connector_label, connector_type } = merchant.connectors['adyen_test'];
    expect(filters.connector.adyen_test).toEqual([{ connector_label, merchant_connector_id, connector_type }]);
    expect(filters.payment_method).toEqual({ card: ['credit', 'debit'] });
    expect(filters.status).toContain('partially_captured_and_capturable');
  });

  it('include counts by status', async () => {
    const counts = ok(await merchant.api.get(`/payments/aggregate?start_time=${createdOf('pay_1')}`));
    expect(Object.keys(counts.status_with_count)).toHaveLength(17);
    expect(counts.status_with_count).toMatchObject({ succeeded: 2, failed: 1, requires_capture: 1, expired: 0 });
    const range = `start_time=${createdOf('pay_1')}&end_time=${createdOf('pay_2')}`;
    const early = ok(await merchant.api.get(`/payments/aggregate?${range}`));
    expect(early.status_with_count).toMatchObject({ succeeded: 1, failed: 0, requires_payment_method: 1 });
    expect((await merchant.api.get('/payments/aggregate')).text).toMatch(
      /^Query deserialize error: missing field `start_time`/,
    );
  });
});
