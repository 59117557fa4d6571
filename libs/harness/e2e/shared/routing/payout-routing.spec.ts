import { aMerchant, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { absent, missing, notAllowed, precondition, statusAndBody } from '../../support/wire';
import { accountAt, algorithmBody } from './algorithms';

const system = sharedSystem();
let shop: TestMerchant;
beforeEach(async () => void (shop = await aMerchant(system)));

/** It leaves the choice to the default order: no connector takes payouts yet, so an algorithm can name no account. */
const toDefault = {
  type: 'advanced',
  data: { defaultSelection: { type: 'priority', data: [] }, rules: [], metadata: {} },
};
const create = async () => ok(await shop.api.post('/routing/payouts', algorithmBody(shop, toDefault)));

it('an algorithm for payouts is stored, activated and deactivated beside that of payments', async () => {
  const record = await create();
  expect(record).toMatchObject({ kind: 'advanced', algorithm_for: 'payout' });
  const ofPayments = ok(await shop.api.post('/routing', algorithmBody(shop, { type: 'single', data: 'stripe_test' })));
  ok(await shop.api.post(`/routing/${ofPayments.id}/activate`, {}));
  expect(ok(await shop.api.post(`/routing/payouts/${record.id}/activate`, {}))).toEqual(record);
  const { merchantId: merchant_id } = shop;
  expect(ok(await shop.api.get('/routing/payouts'))).toEqual({ merchant_id, active_id: record.id, records: [record] });
  expect(ok(await shop.api.get('/routing/payouts/list/profile'))).toEqual([record]);
  expect(ok(await shop.api.get('/routing/payouts/active'))).toEqual([record]);
  expect(ok(await shop.api.get('/routing/active'))).toEqual([ofPayments]);
  expect(statusAndBody(await shop.api.post(`/routing/payouts/${record.id}/activate`, {}))).toEqual(
    precondition('Algorithm is already active'),
  );
  const deactivate = () => shop.api.post('/routing/payouts/deactivate', { profile_id: shop.profileId });
  expect(ok(await deactivate())).toEqual(record);
  expect(statusAndBody(await deactivate())).toEqual(precondition('Algorithm is already inactive'));
  expect(ok(await shop.api.get('/routing/payouts/active'))).toEqual([]);
  expect(ok(await shop.api.get('/routing/active'))).toEqual([ofPayments]);
});

it('an algorithm for payments or for authentication is not for payouts', async () => {
  const single = { type: 'single', data: 'stripe_test' };
  const ofPayments = ok(await shop.api.post('/routing', algorithmBody(shop, single)));
  expect(statusAndBody(await shop.api.post(`/routing/payouts/${ofPayments.id}/activate`, {}))).toEqual(
    precondition("Cannot use payment's routing algorithm for payout operation"),
  );
  const rule = {
    type: 'three_ds_decision_rule',
    data: { defaultSelection: { decision: 'no_three_ds' }, rules: [], metadata: {} },
  };
  expect(statusAndBody(await shop.api.post('/routing/payouts', algorithmBody(shop, rule)))).toEqual(
    precondition("Cannot use three_ds_authentication's routing algorithm for payout operation"),
  );
});

it('an account for payments takes no payouts', async () => {
  const data = accountAt(shop, 'stripe_test');
  expect(statusAndBody(await shop.api.post('/routing/payouts', algorithmBody(shop, { type: 'single', data })))).toEqual(
    notAllowed(
      `connector with name 'stripe_test' and merchant connector account id '${data.merchant_connector_id}' not found for the given profile`,
    ),
  );
});

it('the default order of payouts has the accounts that take payouts', async () => {
  expect(ok(await shop.api.get('/routing/payouts/default'))).toEqual([]);
  expect(ok(await shop.api.post('/routing/payouts/default', []))).toEqual([]);
  const profile = { profile_id: shop.profileId, connectors: [] };
  expect(ok(await shop.api.get('/routing/payouts/default/profile'))).toEqual([profile]);
  expect(ok(await shop.api.post(`/routing/payouts/default/profile/${shop.profileId}`, []))).toEqual(profile);
  expect(statusAndBody(await shop.api.post('/routing/payouts/default', [accountAt(shop, 'stripe_test')]))).toEqual(
    precondition('current config and updated config have different lengths'),
  );
});

it('what is not there is refused as below /routing', async () => {
  expect(statusAndBody(await shop.api.post('/routing/payouts/routing_none/activate', {}))).toEqual(
    absent('Resource ID does not exist in our records'),
  );
  expect(statusAndBody(await shop.api.post('/routing/payouts/deactivate', {}))).toEqual(missing('profile_id'));
  expect(statusAndBody(await shop.api.post('/routing/payouts', { profile_id: shop.profileId }))).toMatchObject({
    body: { error: { code: 'IR_04' } },
  });
});
