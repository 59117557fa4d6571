import { apiAt, connectorBody, ok, paymentBody, sharedSystem, type Json } from '@payorch/harness';
import { absent, noPayment, refusal, statusAndBody, unauthorized } from '../../support/wire';
import { aPlatform, type TestPlatform } from './a-platform';

const system = sharedSystem();
let world: TestPlatform;
beforeAll(async () => void (world = await aPlatform(system)));

const idsOf = (list: Json): string[] => (list.data as Json[]).map(({ payment_id }) => payment_id as string);

it('a platform organization has one platform, and connected and standard accounts', async () => {
  const { organizationId, platform, connected, otherConnected, standard } = world;
  expect(ok(await system.admin.get(`/organization/${organizationId}`))).toMatchObject({
    organization_type: 'platform',
  });
  const listed = ok(await platform.api.get(`/accounts/list?organization_id=${organizationId}`)) as Json[];
  expect(listed.map(({ merchant_id, merchant_account_type }) => [merchant_id, merchant_account_type])).toEqual([
    [platform.merchantId, 'platform'],
    [connected.merchantId, 'connected'],
    [otherConnected.merchantId, 'connected'],
    [standard.merchantId, 'standard'],
  ]);
});

it('the platform pays, captures, voids and refunds for a connected account, which sees its own payments alone', async () => {
  const { connected, otherConnected, platform, actingFor } = world;
  const acting = actingFor(connected.merchantId);
  const paid = ok(await acting.post('/payments', paymentBody()));
  expect(paid).toMatchObject({
    status: 'succeeded',
    merchant_id: connected.merchantId,
    processor_merchant_id: connected.merchantId,
    profile_id: connected.profileId,
    merchant_connector_id: connected.connectors['stripe_test'].merchant_connector_id,
  });
  const refund = ok(await acting.post('/refunds', { payment_id: paid.payment_id, amount: 100 }));
  expect(ok(await connected.api.get(`/refunds/${refund.refund_id}`))).toMatchObject({
    status: 'succeeded',
    amount: 100,
  });

  const open = ok(await acting.post('/payments', paymentBody({ capture_method: 'manual' })));
  expect(ok(await acting.post(`/payments/${open.payment_id}/capture`, {}))).toMatchObject({ status: 'succeeded' });
  const voided = ok(await acting.post('/payments', paymentBody({ capture_method: 'manual' })));
  expect(ok(await acting.post(`/payments/${voided.payment_id}/cancel`, {}))).toMatchObject({ status: 'cancelled' });
  const late = ok(await acting.post('/payments', { amount: 100, currency: 'USD' }));
  expect(ok(await acting.post(`/payments/${late.payment_id}`, { amount: 200 }))).toMatchObject({ amount: 200 });
  const { payment_method, payment_method_type, payment_method_data } = paymentBody();
  const confirmed = await acting.post(`/payments/${late.payment_id}/confirm`, {
    payment_method,
    payment_method_type,
    payment_method_data,
  });
  expect(ok(confirmed)).toMatchObject({ status: 'succeeded', amount: 200 });

  const own = ok(await connected.api.post('/payments', paymentBody()));
  const ids = [own, late, voided, open, paid].map(({ payment_id }) => payment_id as string);
  expect(idsOf(ok(await connected.api.get('/payments/list')))).toEqual(ids);
  expect(idsOf(ok(await acting.get('/payments/list')))).toEqual(ids);
  expect(ok(await acting.get(`/payments/${own.payment_id}`))).toMatchObject({ payment_id: own.payment_id });
  expect(ok(await actingFor(otherConnected.merchantId).get('/payments/list'))).toMatchObject({ data: [] });
  expect(ok(await otherConnected.api.get('/payments/list'))).toMatchObject({ data: [] });
  for (const api of [otherConnected.api, actingFor(otherConnected.merchantId)])
    expect(statusAndBody(await api.get(`/payments/${paid.payment_id}`))).toEqual(noPayment);
  expect(statusAndBody(await platform.api.get(`/payments/${paid.payment_id}`))).toEqual(
    refusal(400, 'IR_43', 'API does not support platform account operation'),
  );
});

it('the browser of a connected account pays with its own publishable key and client secret', async () => {
  const { connected, platform, actingFor } = world;
  const made = ok(await actingFor(connected.merchantId).post('/payments', { amount: 100, currency: 'USD' }));
  const asClient = `/payments/${made.payment_id}?client_secret=${made.client_secret}`;
  expect(ok(await connected.client.get(asClient))).toMatchObject({ payment_id: made.payment_id });
  expect(statusAndBody(await platform.client.get(asClient))).toEqual(
    refusal(400, 'IR_43', 'API does not support platform account operation'),
  );
});

it('an idempotency key belongs to the account for which the request acts', async () => {
  const { connected, otherConnected, actingFor } = world;
  const key = { 'idempotency-key': 'of_the_account' };
  const pay = async (merchantId: string) => ok(await actingFor(merchantId).post('/payments', paymentBody(), key));
  const first = await pay(connected.merchantId);
  expect(await pay(connected.merchantId)).toMatchObject({ payment_id: first.payment_id });
  expect((await pay(otherConnected.merchantId)).payment_id).not.toBe(first.payment_id);
});

it('the platform sets up an account: keys, profiles and connectors', async () => {
  const { platform, organizationId, actingFor } = world;
  const merchant_id = `made_by_${platform.merchantId}`;
  const made = ok(await platform.api.post('/accounts', { merchant_id, merchant_account_type: 'connected' }));
  expect(made).toMatchObject({ organization_id: organizationId, merchant_account_type: 'connected' });
  const acting = actingFor(merchant_id);
  const profile = ok(await acting.post(`/account/${merchant_id}/business_profile`, { profile_name: 'second' }));
  const connector = connectorBody('stripe_test', { profile_id: profile.profile_id });
  ok(await acting.post(`/account/${merchant_id}/connectors`, connector));
  expect(ok(await acting.get(`/account/${merchant_id}/connectors`))).toHaveLength(1);
  expect(ok(await acting.get(`/account/${merchant_id}/business_profile`))).toHaveLength(2);
  const paid = await acting.post('/payments', paymentBody({ profile_id: profile.profile_id }));
  expect(ok(paid)).toMatchObject({ status: 'succeeded' });

  const named = ok(await platform.api.post(`/accounts/${merchant_id}`, { merchant_id, merchant_name: 'Corner shop' }));
  expect(named.merchant_name).toBe('Corner shop');
  const key = ok(await platform.api.post(`/api_keys/${merchant_id}`, { name: 'shop', expiration: 'never' }));
  const shop = apiAt(system.baseUrl('gateway'), { 'api-key': key.api_key as string });
  expect(idsOf(ok(await shop.get('/payments/list')))).toEqual([paid.body.payment_id]);
  expect(ok(await platform.api.raw('DELETE', `/api_keys/${merchant_id}/${key.key_id}`))).toMatchObject({
    revoked: true,
  });
  expect(statusAndBody(await shop.get('/payments/list'))).toEqual(unauthorized);
});

it('a deleted connected account is acted for no more', async () => {
  const { platform, actingFor } = world;
  const merchant_id = `closed_${platform.merchantId}`;
  ok(await platform.api.post('/accounts', { merchant_id, merchant_account_type: 'connected' }));
  expect(ok(await actingFor(merchant_id).get('/payments/list'))).toMatchObject({ data: [] });
  ok(await system.admin.raw('DELETE', `/accounts/${merchant_id}`));
  expect(statusAndBody(await actingFor(merchant_id).get('/payments/list'))).toEqual(
    refusal(401, 'IR_50', 'Invalid connected account operation'),
  );
  expect(statusAndBody(await system.admin.get(`/accounts/${merchant_id}`))).toEqual(
    absent('Merchant account does not exist in our records'),
  );
});
