import { aMerchant, eventually, ok, sharedSystem, testFile, type Json, type TestMerchant } from '@payorch/harness';
import { webhookPath } from '../../support/processor-webhook';
import { absent, statusAndBody, unauthorized, refusal } from '../../support/wire';
import { pay, secretKey } from './at-stripe';

const system = sharedSystem();
const authorization = `Bearer ${secretKey}`;

/** A merchant whose account has no webhook secret yet. */
async function aShop(connector = 'stripe', details: object = { auth_type: 'HeaderKey', api_key: secretKey }) {
  const merchant = await aMerchant(system, {
    connectors: [connector],
    connector: { connector_account_details: details },
  });
  const id = merchant.connectors[connector].merchant_connector_id as string;
  const path = `/account/${merchant.merchantId}/connectors/webhooks/${id}`;
  // Stripe sends each event to every endpoint of its account: one that stays would get those of all later journeys.
  if (connector === 'stripe')
    testFile().endings.add(async () => void (await Promise.all((await endpointsOf(merchant)).map(remove))));
  return { merchant, id, path };
}

/** The endpoints that Stripe has at the URL of the merchant's account. */
async function endpointsOf(merchant: TestMerchant): Promise<Json[]> {
  const { data } = ok(await system.sandbox.get('/v1/webhook_endpoints?limit=100', { authorization }));
  return data.filter(({ url }: Json) => String(url).endsWith(webhookPath(merchant, 'stripe')));
}
const remove = async ({ id }: Json) =>
  ok(await system.sandbox.raw('DELETE', `/v1/webhook_endpoints/${id}`, undefined, { authorization }));
const create = async (body: string): Promise<Json> =>
  ok(
    await system.sandbox.raw('POST', '/v1/webhook_endpoints', body, {
      authorization,
      'content-type': 'application/x-www-form-urlencoded',
    }),
  );

const received = async ({ merchant: { api }, path }: { merchant: TestMerchant; path: string }, query = '') =>
  ok(await api.get(`${path}/received${query}`));

it('Stripe’s webhooks come verified after a registration, and a repeated one keeps the endpoint', async () => {
  const shop = await aShop();
  const { api } = shop.merchant;
  expect(ok(await api.get(shop.path))).toEqual({ connector: 'stripe', webhooks: [] });
  const made = ok(await api.post(shop.path, { event_type: 'all_events' }));
  const [endpoint, ...others] = await endpointsOf(shop.merchant);
  expect(others).toEqual([]);
  expect(made).toEqual({
    event_type: 'all_events',
    connector_webhook_id: endpoint!.id,
    webhook_registration_status: 'Success',
    error_code: null,
    error_message: null,
  });
  expect(endpoint!.enabled_events).toEqual(
    expect.arrayContaining(['payment_intent.succeeded', 'refund.updated', 'payout.paid']),
  );
  expect(ok(await api.get(shop.path))).toEqual({
    connector: 'stripe',
    webhooks: [{ event_type: 'all_events', connector_webhook_id: endpoint!.id }],
  });
  const payment = await pay(shop.merchant);
  const [first] = await eventually(async () => {
    const { data } = await received(shop, '?limit=100');
    const about = data.filter(({ event_type }: Json) => event_type === 'payment_intent.succeeded');
    const own = about.filter(({ changed }: Json) => changed.some(({ id }: Json) => id === payment.payment_id));
    return own.length > 0 ? (own as Json[]) : undefined;
  });
  expect(first).toMatchObject({ status: 'applied', is_verified: true, repeats: 0, duplicate_of: null });
  expect(first!.changed).toEqual([
    expect.objectContaining({ type: 'payment', id: payment.payment_id, outcome: 'captured' }),
  ]);
  const again = ok(await api.post(shop.path, {}));
  expect(again).toEqual(made);
  expect((await endpointsOf(shop.merchant)).map(({ id }) => id)).toEqual([endpoint!.id]);
  const account = ok(await api.get(`/account/${shop.merchant.merchantId}/connectors/${shop.id}`));
  expect(JSON.stringify([made, again, account])).not.toMatch(/"whsec_/);
});

it('the endpoint of a lost answer is replaced, and the merchant’s own one at the same URL stays', async () => {
  const shop = await aShop();
  const url = encodeURIComponent(`${system.baseUrl('gateway')}${webhookPath(shop.merchant, 'stripe')}`);
  const form = `url=${url}&enabled_events[]=*`;
  const lost = await create(`${form}&metadata[registered_by]=payorch`);
  const own = await create(form);
  const { connector_webhook_id: id } = ok(await shop.merchant.api.post(shop.path, {}));
  const ids = (await endpointsOf(shop.merchant)).map((endpoint) => endpoint.id as string);
  expect(new Set(ids)).toEqual(new Set([own.id, id]));
  expect(ids).not.toContain(lost.id);
});

it('concurrent registrations leave one endpoint, which the account knows', async () => {
  const shop = await aShop();
  const { api } = shop.merchant;
  const answers = await Promise.all([1, 2].map(() => api.post(shop.path, {})));
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  ok(await api.post(shop.path, {}));
  const { webhooks } = ok(await api.get(shop.path));
  const ids = (await endpointsOf(shop.merchant)).map(({ id }) => id as string);
  expect(webhooks.map(({ connector_webhook_id: id }: Json) => id)).toEqual(ids);
});

it('a key that Stripe refuses registers nothing', async () => {
  const shop = await aShop('stripe', { auth_type: 'HeaderKey', api_key: 'sk_test_wrong' });
  expect(ok(await shop.merchant.api.post(shop.path, {}))).toMatchObject({
    connector_webhook_id: null,
    webhook_registration_status: 'Failure',
    error_message: expect.stringContaining('Invalid API Key provided'),
  });
  expect(ok(await shop.merchant.api.get(shop.path)).webhooks).toEqual([]);
});

it('a processor without an interface for endpoints, and single events, are refused', async () => {
  const test = await aShop('stripe_test', { auth_type: 'HeaderKey', api_key: 'sk_any' });
  expect(statusAndBody(await test.merchant.api.post(test.path, {}))).toEqual(
    refusal(400, 'IR_20', 'Connector webhook registration flow not supported', { connector: 'stripe_test' }),
  );
  const body = { event_type: { specific_event: 'payment_succeeded' } };
  expect((await test.merchant.api.post(test.path, body)).status).toBe(501);
  expect(ok(await test.merchant.api.get(test.path)).webhooks).toEqual([]);
});

it('another merchant, a publishable key and a foreign account reach neither endpoints nor webhooks', async () => {
  const [ours, theirs] = await Promise.all([aShop(), aShop()]);
  const paths = [theirs.path, `${theirs.path}/received`];
  for (const api of [ours.merchant.api, theirs.merchant.client]) {
    expect(statusAndBody(await api.post(theirs.path, {}))).toEqual(unauthorized);
    for (const path of paths) expect(statusAndBody(await api.get(path))).toEqual(unauthorized);
  }
  const foreign = `/account/${ours.merchant.merchantId}/connectors/webhooks/${theirs.id}`;
  const noAccount = absent('Merchant connector account does not exist in our records', { reason: theirs.id });
  expect(statusAndBody(await ours.merchant.api.post(foreign, {}))).toEqual(noAccount);
  for (const path of [foreign, `${foreign}/received`])
    expect(statusAndBody(await ours.merchant.api.get(path))).toEqual(noAccount);
  expect(await endpointsOf(theirs.merchant)).toEqual([]);
});
