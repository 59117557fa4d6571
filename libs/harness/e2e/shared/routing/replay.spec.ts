import { decisionOf } from '@payorch/contracts';
import { aMerchant, cardFields, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { replay, takenBy } from '@payorch/routing-rules';
import { accountAt, activeAlgorithm, comparison, setDisabled } from './algorithms';

const system = sharedSystem();
/** Declined by all test processors except stripe_test, with an error that allows a retry at another account. */
const retryable = '4000000000009995';

const aShop = (): Promise<TestMerchant> => aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
const pay = async ({ api }: TestMerchant, more: object = {}): Promise<Json> =>
  ok(await api.post('/payments', paymentBody(more)));

/** The stored algorithm of a decision, or what the payment named itself. */
async function algorithmOf({ api }: TestMerchant, { requested }: Json, { source, algorithm_id: id }: Json) {
  if (source === 'inline' || source === 'straight_through') return requested;
  return id === null ? null : ok(await api.get(`/routing/${id}`)).algorithm;
}

/** Replays each decision of the payment; returns the sources of the decisions. */
async function replayed(shop: TestMerchant, payment: Json): Promise<string[]> {
  const routing = ok(await shop.api.get(`/payments/${payment.payment_id}/routing`));
  const decided = (routing.attempts as Json[]).filter(({ decision }) => decision !== null);
  for (const { attempt_id: attemptId, decision, taken } of decided) {
    const recorded = decisionOf(decision);
    const again = replay(recorded, { attemptId, algorithm: await algorithmOf(shop, routing, decision) });
    expect(JSON.stringify(again)).toBe(JSON.stringify(recorded));
    expect(takenBy(again)).toMatchObject({
      connector: taken.connector,
      merchantConnectorId: taken.merchant_connector_id,
    });
  }
  return decided.map(({ decision }) => decision.source as string);
}

const split = (shop: TestMerchant) => ({
  type: 'volume_split',
  data: ['stripe_test', 'adyen_test'].map((connector) => ({ connector: accountAt(shop, connector), split: 50 })),
});

const byTier = (shop: TestMerchant) => ({
  type: 'advanced',
  data: {
    defaultSelection: split(shop),
    rules: [
      {
        name: 'gold',
        connectorSelection: { type: 'priority', data: ['adyen_test', 'stripe_test'] },
        statements: [
          {
            condition: [comparison('metadata', 'equal', 'metadata_variant', { key: 'tier', value: 'gold' })],
            nested: null,
          },
        ],
      },
    ],
    metadata: {},
  },
});

it.each<[string, (shop: TestMerchant) => object]>([
  ['one account', (shop) => ({ type: 'single', data: accountAt(shop, 'adyen_test') })],
  ['an order', (shop) => ({ type: 'priority', data: [accountAt(shop, 'adyen_test'), { connector: 'stripe_test' }] })],
  ['shares', split],
  ['rules', byTier],
])('decisions by an active algorithm of %s replay to themselves', async (_, algorithm) => {
  const shop = await aShop();
  await activeAlgorithm(shop, algorithm(shop));
  for (const more of [{}, { metadata: { tier: 'gold' } }, { metadata: { tier: 'none' }, currency: 'EUR' }])
    expect(await replayed(shop, await pay(shop, more))).toEqual(['active']);
});

it('a decision replays after its algorithm is replaced', async () => {
  const shop = await aShop();
  await activeAlgorithm(shop, byTier(shop));
  const payment = await pay(shop, { metadata: { tier: 'gold' } });
  await activeAlgorithm(shop, { type: 'single', data: accountAt(shop, 'stripe_test') });
  expect(await replayed(shop, payment)).toEqual(['active']);
});

it('a decision that fell back to the default order replays to itself', async () => {
  const shop = await aShop();
  await activeAlgorithm(shop, { type: 'single', data: accountAt(shop, 'adyen_test') });
  await setDisabled(shop, accountAt(shop, 'adyen_test'), true);
  const payment = await pay(shop);
  expect(payment.connector).toBe('stripe_test');
  expect(await replayed(shop, payment)).toEqual(['active']);
});

it('decisions without an algorithm, and by what the payment names, replay to themselves', async () => {
  const shop = await aShop();
  const adyen = accountAt(shop, 'adyen_test');
  expect(await replayed(shop, await pay(shop))).toEqual(['default']);
  for (const named of [
    { connector: ['adyen_test', 'stripe_test'] },
    { routing: { type: 'single', data: adyen } },
    { routing: { type: 'priority', data: [adyen, accountAt(shop, 'stripe_test')] } },
  ])
    expect(await replayed(shop, await pay(shop, named))).toEqual(['straight_through']);
  for (const own of [byTier(shop), split(shop)])
    expect(await replayed(shop, await pay(shop, { routing: own, metadata: { tier: 'gold' } }))).toEqual(['inline']);
});

it('the decision of a payment that was tried at a second account is replayed once', async () => {
  const shop = await aShop();
  const profile = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
  ok(await shop.api.post(profile, { is_auto_retries_enabled: true, max_auto_retries_enabled: 1 }));
  await activeAlgorithm(shop, { type: 'priority', data: ['adyen_test', 'stripe_test'] });
  const payment = await pay(shop, cardFields(retryable));
  expect(payment).toMatchObject({ status: 'succeeded', attempt_count: 2 });
  expect(await replayed(shop, payment)).toEqual(['active']);
});

it.each([
  ['all', 100],
  ['none', 0],
])('decisions by scores replay to themselves, where %s of the payments are for scores', async (_, share) => {
  const shop = await aShop();
  const dynamic = `/account/${shop.merchantId}/business_profile/${shop.profileId}/dynamic_routing`;
  ok(await shop.api.post(`${dynamic}/success_based/toggle?enable=dynamic_connector_selection`, {}));
  ok(await shop.api.post(`${dynamic}/set_volume_split?split=${share}`, {}));
  for (let at = 0; at < 6; at += 1) {
    const [source] = await replayed(shop, await pay(shop));
    expect(source).toBe(share === 0 ? 'default' : 'dynamic');
  }
});
