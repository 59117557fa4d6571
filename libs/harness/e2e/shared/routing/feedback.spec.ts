import { aMerchant, eventually, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { statusAndBody } from '../../support/wire';
import { accountAt } from './algorithms';

const system = sharedSystem();
let shop: TestMerchant;
beforeEach(async () => void (shop = await aMerchant(system, { connectors: ['adyen_test', 'stripe_test'] })));

const gateway = (connector: string): string => `${connector}:${accountAt(shop, connector).merchant_connector_id}`;

/** Blocks of one payment, and no exploration: one decline is enough. */
const scored = () =>
  shop.api.post(
    `/account/${shop.merchantId}/business_profile/${shop.profileId}/dynamic_routing/success_based/create?enable=dynamic_connector_selection`,
    {
      config: {
        min_aggregates_size: 1,
        max_aggregates_size: 8,
        exploration_percent: 0,
        current_block_threshold: { max_total_count: 1 },
      },
      decision_engine_configs: {},
    },
  );

const evaluate = async (paymentId: string): Promise<Json> =>
  ok(
    await shop.api.post('/routing/evaluate', {
      merchantId: shop.merchantId,
      paymentInfo: {
        paymentId,
        amount: 6540,
        currency: 'USD',
        paymentType: 'ORDER_PAYMENT',
        metadata: '',
        paymentMethod: 'card',
        paymentMethodType: 'credit',
        cardIsin: '424242',
      },
    }),
  );
const reportOf = (paymentId: string, more: object = {}) => ({
  merchantId: shop.merchantId,
  gateway: gateway('adyen_test'),
  status: 'CHARGED',
  paymentId,
  ...more,
});
const report = (paymentId: string, more: object = {}) => shop.api.post('/routing/feedback', reportOf(paymentId, more));
const codeAt = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code];

it('declines that are reported move payments to another account, and count once each', async () => {
  ok(await scored());
  expect(await evaluate('order_1')).toMatchObject({ decided_gateway: gateway('adyen_test') });
  const declined = { message: `The payment counts as declined by ${gateway('adyen_test')}` };
  expect(ok(await report('order_1', { status: 'FAILURE' }))).toEqual(declined);
  const scores = () =>
    eventually(
      async () => {
        const { gateway_priority_map: rates, decided_gateway } = await evaluate('order_2');
        return decided_gateway === gateway('stripe_test') && rates;
      },
      { withinMs: 20_000, everyMs: 200 },
    );
  expect(await scores()).toEqual({ [gateway('adyen_test')]: 0, [gateway('stripe_test')]: 1 });

  // The first outcome stays. One that counts after it shows that the repeated ones had their time to show too.
  for (const status of ['CHARGED', 'FAILURE', 'CHARGED'])
    expect(ok(await report('order_1', { status }))).toEqual(declined);
  const approved = { message: `The payment counts as approved by ${gateway('adyen_test')}` };
  expect(ok(await report('order_2', { gateway: 'adyen_test' }))).toEqual(approved);
  await eventually(async () => (await scores())[gateway('adyen_test')] !== 0, { withinMs: 20_000, everyMs: 200 });
  expect(await scores()).toEqual({ [gateway('adyen_test')]: 0.5, [gateway('stripe_test')]: 1 });
});

it('a status without an end is accepted and leaves the payment to be reported', async () => {
  ok(await scored());
  await evaluate('order_1');
  const gateway_id = accountAt(shop, 'stripe_test').merchant_connector_id;
  expect(ok(await report('order_1', { status: 'PENDING_VBV', gateway: gateway_id }))).toEqual({
    message: 'PENDING_VBV neither approves nor declines the payment, and does not count',
  });
  expect(ok(await report('order_1', { gateway: gateway_id }))).toEqual({
    message: `The payment counts as approved by ${gateway('stripe_test')}`,
  });
});

it('wrong reports are refused', async () => {
  ok(await scored());
  await evaluate('order_1');
  const notEvaluated = {
    status: 404,
    body: {
      error: { type: 'invalid_request', message: 'Routing evaluation does not exist in our records', code: 'HE_02' },
    },
  };
  expect(statusAndBody(await report('order_none'))).toEqual(notEvaluated);
  const other = await aMerchant(system, { connectors: ['adyen_test'] });
  expect(codeAt(await report('order_1', { merchantId: other.merchantId }))).toEqual([404, 'HE_02']);
  const unknown = await report('order_1', { gateway: 'checkout_test' });
  expect(unknown).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'IR_07',
        message:
          'Invalid value provided: gateway. Allowed: an account of the profile, `connector:merchant_connector_id`',
      },
    },
  });
  expect(codeAt(await report('order_1', { gateway: accountAt(other, 'adyen_test').merchant_connector_id }))).toEqual([
    ...[400, 'IR_07'],
  ]);
  expect(codeAt(await report(''))).toEqual([400, 'IR_07']);
  expect(codeAt(await report('order_1', { status: 'PAID' }))).toEqual([400, 'IR_06']);
  expect((await shop.client.post('/routing/feedback', reportOf('order_1'))).status).toBe(401);
});

it('a profile without dynamic routing has no evaluations to report', async () => {
  await evaluate('order_1');
  ok(await scored());
  expect(codeAt(await report('order_1'))).toEqual([404, 'HE_02']);
});
