import { aMerchant, eventually, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { precondition, statusAndBody } from '../../support/wire';
import { accountAt } from './algorithms';

const system = sharedSystem();
/** adyen_test, which is first in order of creation, declines this card, and stripe_test approves it. */
const cardOfOne = '4000000000009995';

const aShop = (): Promise<TestMerchant> => aMerchant(system, { connectors: ['adyen_test', 'stripe_test'] });
const pathOf = ({ merchantId, profileId }: TestMerchant, route: string): string =>
  `/account/${merchantId}/business_profile/${profileId}/dynamic_routing/${route}`;
const post = (shop: TestMerchant, route: string, body: object = {}) => shop.api.post(pathOf(shop, route), body);
const splitOf = async (shop: TestMerchant): Promise<number> =>
  ok(await shop.api.get(pathOf(shop, 'get_volume_split'))).split as number;

/** Blocks of one payment, and no exploration: one decline is enough. */
const atOnce = {
  config: {
    min_aggregates_size: 1,
    max_aggregates_size: 4,
    exploration_percent: 0,
    current_block_threshold: { max_total_count: 1 },
  },
};
const json = { 'content-type': 'application/json' };
const enabled = 'enable=dynamic_connector_selection';

const pay = async (shop: TestMerchant, card_number: string): Promise<Json> => {
  const { payment_method_data: data, ...body } = paymentBody() as Json;
  return ok(
    await shop.api.post('/payments', {
      ...body,
      payment_method_data: { ...data, card: { ...data.card, card_number } },
    }),
  );
};
/** Pays until the processor takes a payment first, within the time that a score takes to be known. */
const paysAt = (shop: TestMerchant, connector: string): Promise<Json> =>
  eventually(
    async () => {
      const payment = await pay(shop, cardOfOne);
      return payment.connector === connector && payment;
    },
    { withinMs: 30_000, everyMs: 300 },
  );

it('payments leave an account that declines, and stay away from it', async () => {
  const shop = await aShop();
  ok(await post(shop, `success_based/create?${enabled}`, atOnce));
  expect(await pay(shop, cardOfOne)).toMatchObject({ connector: 'adyen_test', status: 'failed' });
  expect(await paysAt(shop, 'stripe_test')).toMatchObject({ status: 'succeeded' });
  for (let times = 0; times < 3; times++)
    expect(await pay(shop, cardOfOne)).toMatchObject({ connector: 'stripe_test' });
});

it('an account with a full bucket of failures comes last', async () => {
  const shop = await aShop();
  const config = { bucket_size: 2, bucket_leak_interval_in_secs: 3_600 };
  ok(
    await post(shop, `elimination/create?${enabled}`, {
      elimination_analyser_config: config,
      decision_engine_configs: { threshold: 0.5 },
    }),
  );
  for (let times = 0; times < 2; times++) expect(await pay(shop, cardOfOne)).toMatchObject({ connector: 'adyen_test' });
  await paysAt(shop, 'stripe_test');
});

it('an account with an unmet contract comes first', async () => {
  const shop = await aShop();
  const { merchant_connector_id: mca_id } = accountAt(shop, 'stripe_test');
  const label = { label: 'stripe', target_count: 1_000, target_time: 4_000_000_000, mca_id };
  ok(await post(shop, `contracts/toggle?${enabled}`, { label_info: [label] }));
  await paysAt(shop, 'stripe_test');
});

it('scores that are only measured, and a share of 0, choose nothing', async () => {
  const [measured, without] = [await aShop(), await aShop()];
  ok(await post(measured, 'success_based/create?enable=metrics', atOnce));
  ok(await post(without, `success_based/create?${enabled}`, atOnce));
  ok(await post(without, 'set_volume_split?split=0'));
  for (const shop of [measured, without]) {
    await pay(shop, cardOfOne);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await pay(shop, cardOfOne)).toMatchObject({ connector: 'adyen_test' });
  }
});

it('a feature is created, changed, switched off and on again', async () => {
  const shop = await aShop();
  const created = ok(await post(shop, `success_based/create?${enabled}`, atOnce));
  expect(created).toMatchObject({ kind: 'dynamic', profile_id: shop.profileId, algorithm_for: 'payment' });
  expect(ok(await shop.api.get(`/routing/${created.id}`)).algorithm).toMatchObject({
    params: ['PaymentMethod'],
    config: atOnce.config,
  });
  expect(statusAndBody(await post(shop, `success_based/toggle?${enabled}`))).toEqual(
    precondition('Success rate based routing with specified features is already enabled'),
  );
  const change = () =>
    shop.api.raw('PATCH', pathOf(shop, `success_based/config/${created.id}`), JSON.stringify(atOnce), json);
  const changed = ok(await change());
  expect(changed.id).not.toBe(created.id);
  expect((await change()).status).toBe(404);
  expect(ok(await post(shop, 'success_based/toggle?enable=none'))).toEqual(changed);
  expect(statusAndBody(await post(shop, 'success_based/toggle?enable=none'))).toEqual(
    precondition('Success rate based routing is already disabled'),
  );
  expect(ok(await post(shop, 'success_based/toggle?enable=metrics'))).toEqual(changed);
  expect(ok(await post(shop, `elimination/toggle?${enabled}`))).toMatchObject({ kind: 'dynamic' });
});

it('the share of dynamic routing is 100 until it is set, and never more', async () => {
  const shop = await aShop();
  expect(await splitOf(shop)).toBe(100);
  ok(await post(shop, 'set_volume_split?split=30'));
  expect(await splitOf(shop)).toBe(30);
  expect(await post(shop, 'set_volume_split?split=101')).toMatchObject({
    status: 422,
    body: { error: { code: 'IR_06', message: 'Dynamic routing volume split should be less than 100' } },
  });
  expect(await splitOf(shop)).toBe(30);
});

it('configs without a value, values out of their bounds and contracts of other accounts are refused', async () => {
  const shop = await aShop();
  const refused = async (route: string, body: object): Promise<unknown> => {
    const { status, body: answer } = await post(shop, `${route}?${enabled}`, body);
    return [status, answer.error.code, answer.error.message];
  };
  for (const nothing of [{}, { decision_engine_configs: {} }])
    expect(await refused('success_based/create', nothing)).toEqual([
      ...[422, 'IR_06', 'All fields in SuccessBasedRoutingConfig cannot be null'],
    ]);
  expect(await refused('elimination/create', {})).toEqual([
    ...[422, 'IR_06', 'All fields in EliminationRoutingConfig cannot be null'],
  ]);
  const tooMuch = { ...atOnce, config: { exploration_percent: 101 } };
  expect(await refused('success_based/create', tooMuch)).toEqual([
    ...[422, 'IR_06', 'config.exploration_percent must be from 0 to 100'],
  ]);
  expect(await refused('contracts/toggle', {})).toEqual([
    ...[404, 'IR_37', 'LabelInformation from ContractBasedRoutingConfig not found'],
  ]);
  const label = { label: 'other', target_count: 1, target_time: 4_000_000_000, mca_id: 'mca_unknown' };
  expect(await refused('contracts/toggle', { label_info: [label] })).toEqual([
    ...[422, 'IR_06', 'Incorrect mca configuration received'],
  ]);
  const { merchant_connector_id: mca_id } = accountAt(shop, 'stripe_test');
  expect(
    await refused('contracts/toggle', {
      label_info: [
        { ...label, mca_id },
        { ...label, mca_id },
      ],
    }),
  ).toEqual([...[422, 'IR_06', 'Duplicate mca configuration received']]);
});
