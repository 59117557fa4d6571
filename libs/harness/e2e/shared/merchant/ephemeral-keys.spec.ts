import {
  aMerchant,
  apiAt,
  ok,
  paymentBody,
  sharedSystem,
  type Api,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import { idLike, missing, refusal, statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let other: TestMerchant;
beforeAll(async () => {
  [merchant, other] = await Promise.all([aMerchant(system), aMerchant(system)]);
  for (const customer_id of ['cus_1', 'cus_2']) ok(await merchant.api.post('/customers', { customer_id }));
  ok(await other.api.post('/customers', { customer_id: 'cus_1', name: 'Theirs' }));
});

const create = async (customer_id = 'cus_1'): Promise<Json> =>
  ok(await merchant.api.post('/ephemeral_keys', { customer_id }));
const withKey = (secret: string): Api => apiAt(system.baseUrl('gateway'), { 'api-key': secret });
const remove = (api: Api, id: string) => api.raw('DELETE', `/ephemeral_keys/${id}`);

it('a key lives for an hour, in Unix seconds, and opens its customer', async () => {
  const key = await create();
  expect(key).toEqual({
    id: idLike('eki'),
    merchant_id: merchant.merchantId,
    customer_id: 'cus_1',
    created_at: expect.any(Number) as number,
    expires: (key.created_at as number) + 3_600,
    secret: expect.stringMatching(/^epk_[0-9a-f]{32}$/) as string,
  });
  expect(Math.abs((key.created_at as number) - Date.now() / 1_000)).toBeLessThan(120);
  const shown = ok(await withKey(key.secret).get('/customers/cus_1'));
  expect(shown).toEqual(ok(await merchant.api.get('/customers/cus_1')));
});

it('a key opens no other customer and no other route', async () => {
  const app = withKey((await create()).secret);
  const ofAnother = refusal(401, 'IR_15', 'Invalid Ephemeral Key for the customer');
  expect(statusAndBody(await app.get('/customers/cus_2'))).toEqual(ofAnother);
  expect(statusAndBody(await app.get('/customers/cus_none'))).toEqual(ofAnother);
  for (const answer of [
    await app.post('/customers/cus_1', { name: 'x' }),
    await app.raw('DELETE', '/customers/cus_1'),
    await app.get('/customers/list'),
    await app.post('/customers', {}),
    await app.post('/ephemeral_keys', { customer_id: 'cus_1' }),
    await app.post('/payments', paymentBody({ customer_id: 'cus_1' })),
    await app.get('/payments/list'),
    await app.get('/refunds/ref_1'),
    await app.get(`/accounts/${merchant.merchantId}`),
  ])
    expect(statusAndBody(answer)).toEqual(unauthorized);
  expect(ok(await merchant.api.get('/customers/cus_1')).name).toBeNull();
});

it('a page of any origin may use a key on its route', async () => {
  const { secret } = await create();
  const headers = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' };
  const answer = await withKey(secret).get('/customers/cus_1', headers);
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
});

it('a deleted key, an expired one and a made-up one are refused as wrong keys', async () => {
  const [deleted, expired] = [await create(), await create()];
  expect(ok(await remove(merchant.api, deleted.id))).toEqual({ ...deleted, secret: `epk_${'*'.repeat(32)}` });
  await rowsOf(system, 'UPDATE gateway.ephemeral_keys SET expires_at = now() WHERE key_id = $1', [expired.id]);
  for (const secret of [deleted.secret, expired.secret, `epk_${'0'.repeat(32)}`, 'epk_x'] as string[])
    expect(statusAndBody(await withKey(secret).get('/customers/cus_1'))).toEqual(unauthorized);
});

it('another merchant’s key and an unknown one are not deleted, with the same answer', async () => {
  const key = await create();
  const none = refusal(404, 'IR_37', 'Ephemeral key does not exist in our records');
  expect(statusAndBody(await remove(other.api, key.id))).toEqual(none);
  expect(statusAndBody(await remove(merchant.api, 'eki_none'))).toEqual(none);
  expect((await withKey(key.secret).get('/customers/cus_1')).status).toBe(200);
});

it('the plain key is stored nowhere, also not with its idempotent response', async () => {
  const headers = { 'idempotency-key': 'ephemeral' };
  const first = await merchant.api.post('/ephemeral_keys', { customer_id: 'cus_1' }, headers);
  const again = await merchant.api.post('/ephemeral_keys', { customer_id: 'cus_1' }, headers);
  expect(again.text).toBe(first.text);
  const { secret } = ok(first);
  const stored = await rowsOf(
    system,
    `SELECT 1 FROM gateway.ephemeral_keys e WHERE e::text LIKE $1
     UNION ALL SELECT 1 FROM gateway.idempotency_keys i WHERE i::text LIKE $1`,
    [`%${secret}%`],
  );
  expect(stored).toEqual([]);
});

it('the keys of a deleted customer end with it', async () => {
  ok(await merchant.api.post('/customers', { customer_id: 'cus_leaving' }));
  const { secret } = await create('cus_leaving');
  ok(await merchant.api.raw('DELETE', '/customers/cus_leaving'));
  expect(statusAndBody(await withKey(secret).get('/customers/cus_leaving'))).toEqual(unauthorized);
});

it('a key needs a customer', async () => {
  const answer = await merchant.api.post('/ephemeral_keys', {});
  expect(answer.body.error.message).toMatch(/^Json deserialize error: missing field `customer_id`/);
  expect(missing('customer_id').status).toBe(answer.status);
});
