import { aMerchant, ok, paymentBody, sharedSystem, type TestMerchant } from '@payorch/harness';
import {
  absent,
  idLike,
  notAllowed,
  publishedKeys,
  refusal,
  statusAndBody,
  timestamp,
  withoutPlace,
  wrongFormat,
  unreadableQuery,
} from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let other: TestMerchant;
beforeAll(async () => {
  [merchant, other] = await Promise.all([aMerchant(system), aMerchant(system)]);
});

const none = absent('Customer does not exist in our records');
const address = { city: 'San Fransico', country: 'US', line1: '1467', line2: 'Harrison Street', first_name: 'Joseph' };
const wholeAddress = { ...address, line3: null, zip: null, state: null, last_name: null, origin_zip: null };
const fields = {
  name: 'Joseph Doe',
  email: 'joseph@acme.example',
  phone: '8056594427',
  phone_country_code: '+1',
  description: 'Reads much',
  tax_registration_id: 'T-1',
  metadata: { plan: 'gold', nested: { a: [1] } },
  document_details: { document_type: 'cpf', document_number: '12345678901' },
};
const create = async (body: object) => ok(await merchant.api.post('/customers', body));
const get = (id: string) => merchant.api.get(`/customers/${id}`);

describe('a customer', () => {
  it('is created with every field, and retrieved the same', async () => {
    const created = await create({ customer_id: 'cus_whole', ...fields, address });
    expect(created).toEqual({
      customer_id: 'cus_whole',
      ...fields,
      address: wholeAddress,
      created_at: timestamp,
      default_payment_method_id: null,
    });
    expect(Object.keys(created).sort()).toEqual(publishedKeys('CustomerResponse').sort());
    expect(ok(await get('cus_whole'))).toEqual(created);
  });

  it('gets an id, and null for every absent field', async () => {
    const created = await create({});
    const nulls = Object.fromEntries(publishedKeys('CustomerResponse').map((key) => [key, null]));
    expect(created).toEqual({ ...nulls, customer_id: idLike('cus'), created_at: timestamp });
  });

  it('is updated field by field: absent fields stay, null erases, and nothing else can be set', async () => {
    const created = await create({ customer_id: 'cus_changed', ...fields, address });
    const changes = { name: 'Jane', phone: null, metadata: { plan: 'silver' } };
    const mass = { customer_id: 'cus_stolen', merchant_id: other.merchantId, created_at: '2020-01-01T00:00:00.000Z' };
    const updated = ok(await merchant.api.post('/customers/cus_changed', { ...changes, ...mass }));
    expect(updated).toEqual({ ...created, ...changes });
    expect(ok(await get('cus_changed'))).toEqual(updated);
    expect(statusAndBody(await get('cus_stolen'))).toEqual(none);
  });

  it('is shown with the payments that name it', async () => {
    await create({ customer_id: 'cus_paying', ...fields });
    const payment = ok(
      await merchant.api.post('/payments', paymentBody({ customer_id: 'cus_paying', name: 'J. Doe' })),
    );
    const { name: _, ...record } = { ...fields, name: null };
    expect(payment.customer).toEqual({
      id: 'cus_paying',
      name: 'J. Doe',
      email: record.email,
      phone: record.phone,
      phone_country_code: '+1',
      customer_document_details: fields.document_details,
    });
  });

  it('that a payment created is retrieved', async () => {
    ok(await merchant.api.post('/payments', paymentBody({ customer_id: 'cus_of_payment', email: 'a@acme.example' })));
    expect(ok(await get('cus_of_payment'))).toMatchObject({ customer_id: 'cus_of_payment', email: 'a@acme.example' });
  });

  it('is created once under an idempotency key', async () => {
    const key = { 'idempotency-key': 'customer' };
    const first = await merchant.api.post('/customers', { name: 'Once' }, key);
    const again = await merchant.api.post('/customers', { name: 'Once' }, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });
});

describe('a request for a customer is refused', () => {
  it('for an id that is used, an unknown id and another merchant’s customer', async () => {
    await create({ customer_id: 'cus_used' });
    expect(statusAndBody(await merchant.api.post('/customers', { customer_id: 'cus_used' }))).toEqual(
      refusal(400, 'IR_12', 'Customer with the given `customer_id` already exists'),
    );
    for (const path of ['/customers/cus_none', '/customers/cus%20none', `/customers/${'x'.repeat(65)}`]) {
      expect(statusAndBody(await merchant.api.get(path))).toEqual(none);
      expect(statusAndBody(await merchant.api.post(path, { name: 'x' }))).toEqual(none);
      expect(statusAndBody(await merchant.api.raw('DELETE', path))).toEqual(none);
    }
    expect(statusAndBody(await other.api.get('/customers/cus_used'))).toEqual(none);
    expect(statusAndBody(await other.api.post('/customers/cus_used', { name: 'x' }))).toEqual(none);
    expect(statusAndBody(await other.api.raw('DELETE', '/customers/cus_used'))).toEqual(none);
    expect(ok(await get('cus_used')).name).toBeNull();
  });

  it.each([
    [{ customer_id: 'list_with_count' }, refusal(400, 'IR_07', 'Invalid value provided:customer_id')],
    [{ metadata: { ['k'.repeat(41)]: 1 } }, wrongFormat('metadata', 'keys of at most 40 characters')],
  ])('for %j', async (body, expected) =>
    expect(statusAndBody(await merchant.api.post('/customers', body))).toEqual(expected),
  );

  it('for texts that are too long and ids with other characters', async () => {
    for (const body of [{ name: 'x'.repeat(256) }, { customer_id: 'cus 1' }, { address: { galaxy: 'x' } }])
      expect(withoutPlace(await merchant.api.post('/customers', body)).body.error).toMatchObject({ code: 'IR_06' });
  });

  it('without the secret key', async () => {
    expect((await merchant.client.get('/customers/cus_used')).status).toBe(401);
    expect((await merchant.client.get('/customers/list')).status).toBe(401);
    expect((await system.api.get('/customers/list')).status).toBe(401);
  });
});

describe('the lists of customers', () => {
  let lister: TestMerchant;
  const ids = ['cus_1', 'cus_2', 'cus_3'];
  beforeAll(async () => {
    lister = await aMerchant(system, { connectors: [] });
    for (const customer_id of ids) ok(await lister.api.post('/customers', { customer_id, name: customer_id }));
  });
  const idsIn = (customers: { customer_id: string }[]) => customers.map(({ customer_id }) => customer_id);
  const list = async (query = '') => idsIn(ok(await lister.api.get(`/customers/list${query}`)));
  const counted = async (query = '') => {
    const { data, ...counts } = ok(await lister.api.get(`/customers/list_with_count${query}`));
    return { ...counts, ids: idsIn(data) };
  };

  it('show the newest first, page by page', async () => {
    expect(await list()).toEqual(['cus_3', 'cus_2', 'cus_1']);
    expect(await list('?limit=2')).toEqual(['cus_3', 'cus_2']);
    expect(await list('?limit=2&offset=2')).toEqual(['cus_1']);
    expect(await list('?limit=0')).toEqual([]);
    expect(await list('?customer_id=cus_2')).toEqual(['cus_2']);
    expect(await list('?customer_id=cus_none')).toEqual([]);
  });

  it('count what matches, and filter by time', async () => {
    expect(await counted()).toEqual({ count: 3, total_count: 3, ids: ['cus_3', 'cus_2', 'cus_1'] });
    expect(await counted('?limit=1&offset=1')).toEqual({ count: 1, total_count: 3, ids: ['cus_2'] });
    expect(await counted('?customer_id=cus_2')).toEqual({ count: 1, total_count: 1, ids: ['cus_2'] });
    const { created_at } = ok(await lister.api.get('/customers/cus_2'));
    expect((await counted(`?start_time=${created_at}`)).ids).toEqual(['cus_3', 'cus_2']);
    expect((await counted(`?start_time=2020-01-01T00:00:00Z&end_time=${created_at}`)).ids).toEqual(['cus_2', 'cus_1']);
  });

  it.each([
    ['list_with_count?limit=0', 'limit should be in between 1 and 100'],
    ['list_with_count?limit=101', 'limit should be in between 1 and 100'],
    ['list?limit=65536', 'invalid value: integer `65536`, expected u16'],
    ['list?limit=-1', 'invalid value: integer `-1`, expected u16'],
    ['list?limit=x', 'invalid digit found in string'],
  ])('refuse %s in plain text', async (path, message) => {
    // The list quotes no value.
    const problem = { field: 'limit', message: message.replace(/ `.*`/, ''), code: 'IR_06' };
    expect(statusAndBody(await lister.api.get(`/customers/${path}`))).toEqual(unreadableQuery(message, problem));
  });
});

it('an unreadable profile header is refused as on every route', async () =>
  expect(statusAndBody(await merchant.api.get('/customers/list', { 'x-profile-id': 'pro 1' }))).toEqual(
    notAllowed('`X-Profile-Id` header is invalid'),
  ));
