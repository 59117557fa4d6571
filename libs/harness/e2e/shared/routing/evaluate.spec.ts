import { aMerchant, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { accountAt, activeAlgorithm, algorithmBody, setDisabled } from './algorithms';

const system = sharedSystem();
let shop: TestMerchant;
beforeEach(async () => void (shop = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] })));

const card = {
  paymentId: 'order_1',
  amount: 6540,
  currency: 'USD',
  paymentType: 'ORDER_PAYMENT',
  metadata: '',
  paymentMethod: 'card',
  paymentMethodType: 'credit',
  cardIsin: '424242',
};
const evaluation = (info: object = {}, more: object = {}) => ({
  merchantId: shop.merchantId,
  paymentInfo: { ...card, ...info },
  ...more,
});
const evaluate = (info: object = {}, more: object = {}) => shop.api.post('/routing/evaluate', evaluation(info, more));
const evaluateRule = (by: string, parameters: object = {}) =>
  shop.api.post('/routing/rule/evaluate', { created_by: by, parameters, fallback_output: [] });
const gateway = (connector: string): string => `${connector}:${accountAt(shop, connector).merchant_connector_id}`;
const codeAt = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code];

it('an evaluation is what happens to a payment, before and after an activation', async () => {
  const taken = async () => {
    const answer = ok(await evaluate());
    const payment = ok(await shop.api.post('/payments', paymentBody()));
    expect(answer.decided_gateway).toBe(gateway(payment.connector as string));
    const [attempt] = ok(await shop.api.get(`/payments/${payment.payment_id}/routing`)).attempts as Json[];
    const { facts: _, ...explained } = answer.decision as Json;
    const { facts: __, ...recorded } = attempt.decision as Json;
    expect(explained).toEqual(recorded);
    return payment.connector as string;
  };
  expect(await taken()).toBe('stripe_test');
  await activeAlgorithm(shop, { type: 'single', data: accountAt(shop, 'adyen_test') });
  expect(await taken()).toBe('adyen_test');
  await setDisabled(shop, accountAt(shop, 'adyen_test'), true);
  expect(await taken()).toBe('stripe_test');
  expect(ok(await evaluate()).filter_wise_gateways).toEqual({ disabled: [gateway('adyen_test')] });
});

it('a rule is evaluated before it is active', async () => {
  const data = accountAt(shop, 'adyen_test');
  const { id } = ok(await shop.api.post('/routing', algorithmBody(shop, { type: 'single', data })));
  const output = { status: 'success', evaluated_output: [data], eligible_connectors: [data] };
  expect(ok(await evaluateRule(id as string))).toMatchObject(output);
  expect(ok(await evaluateRule(shop.profileId))).toMatchObject({ status: 'fallback', evaluated_output: [] });
  ok(await shop.api.post(`/routing/${id}/activate`, {}));
  expect(ok(await evaluateRule(shop.profileId))).toMatchObject(output);
});

it('wrong requests are refused, with everything that is wrong', async () => {
  const other = await aMerchant(system);
  expect(codeAt(await evaluate({}, { merchantId: other.merchantId }))).toEqual([404, 'HE_02']);
  expect(codeAt(await evaluate({}, { rankingAlgorithm: 'NTW_BASED_ROUTING' }))).toEqual([501, 'IR_00']);
  const wrong = await evaluate({ currency: '?', amount: -1, cardIsin: '4242424242424242' });
  expect(codeAt(wrong)).toEqual([400, 'IR_07']);
  expect((wrong.body.error.fields as Json[]).map(({ field }) => field)).toEqual([
    'paymentInfo.amount',
    'paymentInfo.currency',
    'paymentInfo.cardIsin',
  ]);
  expect(codeAt(await evaluateRule(other.profileId))).toEqual([404, 'HE_02']);
  expect(codeAt(await evaluateRule('routing_none'))).toEqual([404, 'HE_02']);
  expect(codeAt(await evaluateRule(shop.profileId, { amount: { type: 'number', value: -1 } }))).toEqual([400, 'IR_07']);
  expect((await shop.client.post('/routing/evaluate', evaluation())).status).toBe(401);
});
