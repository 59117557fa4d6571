import {
  aMerchant,
  cardFields,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { gsmBody } from '../admin/operator';

/** Cards that the test processors decline; rules are for all merchants, so each rule here has a connector and a card of its own. */
const cards = { lost: '4000000000009987', stolen: '4000000000009979', busy: '4000000000009995' } as const;
const messages = {
  lost: 'Payment declined: Lost card',
  stolen: 'Payment declined: Stolen card',
  busy: 'Payment declined: Internal Server Error from Connector, Please try again later',
} as const;
type Card = keyof typeof cards;

const system = sharedSystem();
const rules: Json[] = [];
afterAll(async () => {
  for (const { connector, flow, sub_flow, code, message } of rules)
    ok(await system.admin.post('/gsm/delete', { connector, flow, sub_flow, code, message }));
});

const pay = async ({ api }: TestMerchant, card: Card, more: object = {}): Promise<Json> =>
  ok(await api.post('/payments', paymentBody({ ...cardFields(cards[card]), ...more })));
const attemptsOf = async ({ api }: TestMerchant, { payment_id }: Json): Promise<Json[]> =>
  ok(await api.get(`/payments/${payment_id}?expand_attempts=true`)).attempts;

/** A merchant with these accounts; `retries` undefined: automatic retries are disabled. */
async function shopWith(connectors: readonly string[], retries?: number): Promise<TestMerchant> {
  const shop = await aMerchant(system, { connectors });
  if (retries === undefined) return shop;
  const path = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
  ok(await shop.api.post(path, { is_auto_retries_enabled: true, max_auto_retries_enabled: retries }));
  return shop;
}

/** Pays until a payment ends as expected: workers receive rules by message too, and until then delete the CVC. */
const untilPaid = (shop: TestMerchant, card: Card, expected: object): Promise<Json> =>
  eventually(async () => {
    const payment = await pay(shop, card);
    expect(payment).toMatchObject(expected);
    return payment;
  });

/** Creates a rule, and waits until payments knows it: services receive rules by message. */
async function rule(connector: string, card: Card, retry: object): Promise<void> {
  const shop = await shopWith([connector]);
  const { payment_id } = await pay(shop, card);
  const meaning = { unified_code: 'UE_1000', unified_message: `Rule of ${connector}` };
  rules.push(
    ok(
      await system.admin.post('/gsm', {
        ...gsmBody('DC_08'),
        connector,
        message: messages[card],
        ...meaning,
        ...retry,
      }),
    ),
  );
  await eventually(async () => {
    expect(ok(await shop.api.get(`/payments/${payment_id}`))).toMatchObject(meaning);
    return true;
  });
}

it('the rule `retry` sends a declined payment to the next account, within the limit of the profile', async () => {
  await rule('fauxpay', 'lost', { decision: 'retry' });
  const shop = await shopWith(['fauxpay', 'adyen_test', 'checkout_test'], 1);
  // The workers still have the CVC for the second account, which declines by itself and without a rule.
  const second = { status: 'failed', attempt_count: 2, connector: 'adyen_test', error_code: 'DC_08' };
  const payment = await untilPaid(shop, 'lost', second);
  expect((await attemptsOf(shop, payment)).map(({ attempt_id, connector }) => [attempt_id, connector])).toEqual([
    [`${payment.payment_id}_1`, 'fauxpay'],
    [`${payment.payment_id}_2`, 'adyen_test'],
  ]);
  const without = await shopWith(['fauxpay', 'adyen_test']);
  expect(await pay(without, 'lost')).toMatchObject({ status: 'failed', attempt_count: 1, connector: 'fauxpay' });
});

it('the limit that the operator sets for a merchant comes before the limit of the profile', async () => {
  await rule('pretendpay', 'stolen', { decision: 'retry' });
  const shop = await shopWith(['pretendpay', 'adyen_test'], 5);
  const key = `max_auto_retries_enabled_${shop.merchantId}`;
  ok(await system.admin.post('/configs/', { key, value: '0' }));
  await untilPaid(shop, 'stolen', { attempt_count: 1, connector: 'pretendpay' });
});

it('the rule `do_default` ends a payment that its connector would let another account try', async () => {
  const shop = await shopWith(['pretendpay', 'stripe_test'], 1);
  expect(await pay(shop, 'busy')).toMatchObject({ status: 'succeeded', attempt_count: 2 });
  await rule('pretendpay', 'busy', { decision: 'do_default' });
  expect(await pay(shop, 'busy')).toMatchObject({ status: 'failed', attempt_count: 1, error_code: 'DC_08' });
});

it('the rule `step_up_possible` repeats the payment at the same account with 3-D Secure', async () => {
  await rule('fauxpay', 'stolen', { decision: 'retry', step_up_possible: true });
  const shop = await shopWith(['fauxpay', 'adyen_test'], 1);
  const second = { status: 'failed', attempt_count: 2, authentication_type: 'three_ds', error_code: 'DC_08' };
  const payment = await untilPaid(shop, 'stolen', second);
  expect(await attemptsOf(shop, payment)).toMatchObject([
    { connector: 'fauxpay', status: 'failure', authentication_type: 'no_three_ds', error_code: 'DC_08' },
    { connector: 'fauxpay', status: 'failure', authentication_type: 'three_ds', error_code: 'DC_08' },
  ]);
  // The operator names other connectors: the next account gets the payment instead.
  const key = `step_up_enabled_${shop.merchantId}`;
  ok(await system.admin.post('/configs/', { key, value: '["stripe"]' }));
  await untilPaid(shop, 'stolen', { attempt_count: 2, authentication_type: 'no_three_ds', connector: 'adyen_test' });
  // Without the rules only the connector decides, which ends this decline.
  ok(await system.admin.post('/configs/', { key: `should_call_gsm_${shop.merchantId}`, value: 'false' }));
  await untilPaid(shop, 'stolen', { attempt_count: 1, connector: 'fauxpay' });
});
