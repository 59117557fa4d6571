import { aMerchant, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { absent, missing, notAllowed, precondition, statusAndBody } from '../../support/wire';
import { accountAt, activeAlgorithm, algorithmBody, profileOf } from './algorithms';

const system = sharedSystem();
const rule = {
  type: 'three_ds_decision_rule',
  data: { defaultSelection: { decision: 'no_three_ds' }, rules: [], metadata: {} },
};
const single = (merchant: TestMerchant, connector: string) => ({
  type: 'single',
  data: accountAt(merchant, connector),
});
const aShop = (): Promise<TestMerchant> => aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
const create = async (merchant: TestMerchant, algorithm: object, more: object = {}): Promise<Json> =>
  ok(await merchant.api.post('/routing', algorithmBody(merchant, algorithm, more)));
const activate = ({ api }: TestMerchant, { id }: Json) => api.post(`/routing/${id}/activate`, {});
const deactivate = ({ api, profileId }: TestMerchant, more: object = {}) =>
  api.post('/routing/deactivate', { profile_id: profileId, ...more });
const active = async ({ api }: TestMerchant, query = ''): Promise<Json> => ok(await api.get(`/routing/active${query}`));

it('an algorithm is activated, replaced and deactivated', async () => {
  const shop = await aShop();
  const first = await create(shop, single(shop, 'adyen_test'));
  const second = await create(shop, single(shop, 'stripe_test'));
  expect(await active(shop)).toEqual([]);
  expect(ok(await activate(shop, first))).toEqual(first);
  expect(await active(shop)).toEqual([first]);
  expect(ok(await shop.api.get('/routing')).active_id).toBe(first.id);
  expect(statusAndBody(await activate(shop, first))).toEqual(precondition('Algorithm is already active'));
  expect(ok(await activate(shop, second))).toEqual(second);
  expect(await active(shop, `?profile_id=${shop.profileId}`)).toEqual([second]);
  expect(ok(await deactivate(shop))).toEqual(second);
  expect(await active(shop)).toEqual([]);
  expect(ok(await shop.api.get('/routing'))).toMatchObject({ active_id: null, records: [second, first] });
  expect(statusAndBody(await deactivate(shop))).toEqual(precondition('Algorithm is already inactive'));
  expect(ok(await activate(shop, first))).toEqual(first);
});

it('a payment that begins after an activation follows it', async () => {
  const shop = await aShop();
  const pay = async (): Promise<string> => ok(await shop.api.post('/payments', paymentBody())).connector as string;
  expect(await pay()).toBe('stripe_test');
  await activeAlgorithm(shop, single(shop, 'adyen_test'));
  expect(await pay()).toBe('adyen_test');
  ok(await deactivate(shop));
  expect(await pay()).toBe('stripe_test');
});

it('a 3DS decision rule is active beside the algorithm that chooses the accounts', async () => {
  const shop = await aShop();
  const chooses = await activeAlgorithm(shop, single(shop, 'adyen_test'));
  const decides = await activeAlgorithm(shop, rule);
  expect(await active(shop)).toEqual([chooses]);
  const use = 'transaction_type=three_ds_authentication';
  expect(await active(shop, `?${use}`)).toEqual([decides]);
  expect(ok(await shop.api.get(`/routing?${use}`)).active_id).toBe(decides.id);
  expect(statusAndBody(await activate(shop, decides))).toEqual(precondition('Algorithm is already active'));
  expect(ok(await deactivate(shop, { transaction_type: 'three_ds_authentication' }))).toEqual(decides);
  expect(await active(shop, `?${use}`)).toEqual([]);
  expect(await active(shop)).toEqual([chooses]);
});

it('each profile has its own active algorithm', async () => {
  const shop = await aShop();
  const second = await profileOf(shop, 'second');
  const of = async (profileId: string): Promise<Json> => {
    const record = ok(await shop.api.post('/routing', algorithmBody({ profileId }, rule)));
    return ok(await activate(shop, record));
  };
  const [a, b] = [await of(shop.profileId), await of(second)];
  const use = '?transaction_type=three_ds_authentication';
  expect(await active(shop, use)).toEqual([a, b]);
  expect(await active(shop, `${use}&profile_id=${second}`)).toEqual([b]);
  expect(ok(await shop.api.get(`/routing/active${use}`, { 'x-profile-id': second }))).toEqual([b]);
  const ofSecond = { 'x-profile-id': second };
  expect(statusAndBody(await shop.api.post('/routing/deactivate', { profile_id: shop.profileId }, ofSecond))).toEqual(
    absent(`Business profile with the given id ${shop.profileId} does not exist`),
  );
  ok(await system.admin.raw('DELETE', `/account/${shop.merchantId}/business_profile/${second}`));
  expect(await active(shop, use)).toEqual([a]);
});

it('the profile of a deactivation is needed', async () => {
  const shop = await aShop();
  expect(statusAndBody(await shop.api.post('/routing/deactivate', {}))).toEqual(missing('profile_id'));
});

it('an algorithm for payouts is not activated for payments', async () => {
  const shop = await aShop();
  const data = { defaultSelection: { type: 'priority', data: [] }, rules: [], metadata: {} };
  const record = await create(shop, { type: 'advanced', data }, { transaction_type: 'payout' });
  expect(statusAndBody(await activate(shop, record))).toEqual(
    precondition("Cannot use payout's routing algorithm for payment operation"),
  );
});

it('an algorithm that names an account deleted since is not activated', async () => {
  const shop = await aShop();
  const record = await create(shop, single(shop, 'adyen_test'));
  const { merchant_connector_id: id } = accountAt(shop, 'adyen_test');
  ok(await system.admin.raw('DELETE', `/account/${shop.merchantId}/connectors/${id}`));
  expect(statusAndBody(await activate(shop, record))).toEqual(
    notAllowed(
      `connector with name 'adyen_test' and merchant connector account id '${id}' not found for the given profile`,
    ),
  );
});

it('a retry under its idempotency key activates once and gets the same record', async () => {
  const shop = await aShop();
  const record = await create(shop, single(shop, 'adyen_test'));
  const key = { 'idempotency-key': 'one-activation' };
  for (const _ of [1, 2]) expect(ok(await shop.api.post(`/routing/${record.id}/activate`, {}, key))).toEqual(record);
});
