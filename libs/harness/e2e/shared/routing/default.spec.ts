import {
  aMerchant,
  connectorBody,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { absent, listing, notAllowed, precondition, statusAndBody, unreadable, withoutPlace } from '../../support/wire';
import { accountAt, profileOf, setDisabled } from './algorithms';

const system = sharedSystem();
const names = ['stripe_test', 'adyen_test', 'checkout_test'] as const;

let shop: TestMerchant;
let accounts: ReturnType<typeof accountAt>[];
beforeEach(async () => {
  shop = await aMerchant(system, { connectors: names });
  accounts = names.map((name) => accountAt(shop, name));
});
const list = async (path = '/routing/default'): Promise<Json> => ok(await shop.api.get(path));
const post = (body: unknown, path = '/routing/default') => shop.api.post(path, body as object);

it('the default order is at first that of creation, and payments follow a new one', async () => {
  expect(await list()).toEqual(accounts);
  const [stripe, adyen, checkout] = accounts;
  const order = [checkout, adyen, stripe];
  expect(ok(await post(order))).toEqual(order);
  expect(await list()).toEqual(order);
  expect(await list('/routing/default/profile')).toEqual([{ profile_id: shop.profileId, connectors: order }]);
  expect(ok(await shop.api.post('/payments', paymentBody())).connector).toBe('checkout_test');
  await setDisabled(shop, checkout!, true);
  expect(await list()).toEqual(order);
  expect(ok(await shop.api.post('/payments', paymentBody())).connector).toBe('adyen_test');
});

it('a choice may be a bare name, where the profile has one account there', async () => {
  const [stripe, adyen, checkout] = accounts;
  expect(ok(await post(['adyen_test', { connector: 'checkout_test' }, stripe]))).toEqual([adyen, checkout, stripe]);
});

it('a new account comes last, and a deleted one is gone', async () => {
  const [stripe, adyen, checkout] = accounts;
  ok(await post([checkout, adyen, stripe]));
  const path = `/account/${shop.merchantId}/connectors`;
  const label = { connector_label: 'another' };
  const { merchant_connector_id } = ok(await shop.api.post(path, connectorBody('stripe_test', label)));
  const added = { connector: 'stripe_test', merchant_connector_id };
  expect(await list()).toEqual([checkout, adyen, stripe, added]);
  ok(await system.admin.raw('DELETE', `${path}/${adyen!.merchant_connector_id}`));
  expect(await list()).toEqual([checkout, stripe, added]);
});

it('a list that is no permutation of the current one is refused', async () => {
  const [stripe, adyen, checkout] = accounts;
  const lengths = precondition('current config and updated config have different lengths');
  expect(statusAndBody(await post([stripe, adyen]))).toEqual(lengths);
  expect(statusAndBody(await post([stripe, adyen, checkout, stripe]))).toEqual(lengths);
  const mismatch = (shown: string) => notAllowed(`connector mismatch between old and new configs (${shown})`);
  const twice = `stripe_test:${stripe!.merchant_connector_id}`;
  expect(statusAndBody(await post([stripe, adyen, stripe]))).toEqual(mismatch(twice));
  const unknown = { connector: 'stripe_test', merchant_connector_id: 'mca_none' };
  expect(statusAndBody(await post([unknown, 'paypal_test', checkout]))).toEqual(
    listing(mismatch('stripe_test:mca_none'), 'body[0]', 'body[1]'),
  );
  expect(await list()).toEqual(accounts);
});

it.each<[string, unknown, string]>([
  ['an object', { connector: 'stripe_test' }, 'invalid type: map, expected a sequence'],
  ['a connector that no one has', [{ connector: 'x' }], 'unknown variant `x`'],
  ['a choice without a connector', [{ merchant_connector_id: 'mca_1' }], 'missing field `connector`'],
])('%s is unreadable', async (_, body, message) => {
  const answer = withoutPlace(await post(body));
  expect([answer.status, answer.body.error.error_type]).toEqual([400, 'invalid_request']);
  expect(answer.body.error.message).toContain(`Json deserialize error: ${message}`);
});

it('a request without a body is unreadable', async () =>
  expect(withoutPlace(await shop.api.raw('POST', '/routing/default'))).toEqual(
    unreadable('Json deserialize error: EOF while parsing a value'),
  ));

it('each profile has its own order, and a limited caller sees its profile alone', async () => {
  const second = await profileOf(shop, 'second');
  const path = `/account/${shop.merchantId}/connectors`;
  const made: Json[] = [];
  for (const name of ['stripe_test', 'adyen_test']) {
    const { merchant_connector_id } = ok(await shop.api.post(path, connectorBody(name, { profile_id: second })));
    made.push({ connector: name, merchant_connector_id });
  }
  const [s, a] = made;
  const ofSecond = { 'x-profile-id': second };
  expect(await list()).toEqual([...accounts, s, a]);
  expect(ok(await post([a, s], `/routing/default/profile/${second}`))).toEqual({
    profile_id: second,
    connectors: [a, s],
  });
  expect(await list('/routing/default/profile')).toEqual([
    { profile_id: shop.profileId, connectors: accounts },
    { profile_id: second, connectors: [a, s] },
  ]);
  expect(ok(await shop.api.get('/routing/default', ofSecond))).toEqual([a, s]);
  expect(ok(await shop.api.get('/routing/default/profile', ofSecond))).toEqual([
    { profile_id: second, connectors: [a, s] },
  ]);
  expect(ok(await shop.api.post('/routing/default', [s, a], ofSecond))).toEqual([s, a]);
  // One list over all profiles orders the accounts of each.
  const [stripe, adyen, checkout] = accounts;
  const order = [a, checkout, s, adyen, stripe];
  expect(ok(await post(order))).toEqual([checkout, adyen, stripe, a, s]);
  expect(await list()).toEqual([checkout, adyen, stripe, a, s]);
  for (const [id, headers] of [
    ['pro_x', {}],
    [shop.profileId, ofSecond],
  ] as const)
    expect(statusAndBody(await shop.api.post(`/routing/default/profile/${id}`, accounts, headers))).toEqual(
      absent(`Business profile with the given id ${id} does not exist`),
    );
});
