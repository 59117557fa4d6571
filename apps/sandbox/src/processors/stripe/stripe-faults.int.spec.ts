import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { RunningStripe, secretKey, until } from '../../../test/stripe/running-stripe';

let stripe: RunningStripe;
let client: Stripe;

beforeAll(async () => {
  stripe = await RunningStripe.start();
  client = stripe.clientWith(secretKey, { timeout: 700 });
  await client.webhookEndpoints.create({ url: await stripe.listen(), enabled_events: ['*'] });
});
afterAll(() => stripe.stop());
afterEach(() => stripe.sandbox.json('DELETE', '/control/faults'));

const order = () => `order_${randomUUID()}`;
const paying = (order_id: string, metadata: Record<string, string> = {}): Stripe.PaymentIntentCreateParams => ({
  amount: 6540,
  currency: 'usd',
  confirm: true,
  allowed_payment_method_types: ['card'],
  payment_method: 'pm_card_visa',
  metadata: { order_id, ...metadata },
});
const faulty = (order_id: string, sandbox_fault: string, idempotencyKey?: string) =>
  client.paymentIntents.create(paying(order_id, { sandbox_fault }), idempotencyKey ? { idempotencyKey } : {});
const endOf = (call: Promise<unknown>): Promise<string | number> =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof Stripe.errors.StripeError ? (error.statusCode ?? error.type) : 'unreadable'),
  );
const found = async (order_id: string) =>
  (await client.paymentIntents.search({ query: `metadata['order_id']:'${order_id}'` })).data;

describe('a fault in the metadata of the payment', () => {
  it.each<[string, string | number, string[]]>([
    ['refuse', 'StripeConnectionError', []],
    ['hang', 'StripeConnectionError', []],
    ['fail_500', 500, []],
    ['fail_429', 429, []],
    ['execute_then_hang', 'StripeConnectionError', ['charge']],
    ['execute_then_drop', 'StripeConnectionError', ['charge']],
    ['execute_then_500', 500, ['charge']],
    ['rubbish', 'StripeAPIError', ['charge']],
    ['slow:100', 200, ['charge']],
  ])('under %s the caller gets %s and the ledger has %j', async (fault, seen, effects) => {
    const order_id = order();
    expect(await endOf(faulty(order_id, fault))).toBe(seen);
    expect(await stripe.sandbox.effectsOf(order_id)).toEqual(effects);
    expect((await found(order_id)).map(({ status }) => status)).toEqual(effects.map(() => 'succeeded'));
  });

  it.each(['execute_then_drop', 'execute_then_hang', 'rubbish'])(
    'under %s the response is stored under the key and the payment is charged once',
    async (fault) => {
      const order_id = order();
      const key = randomUUID();
      expect(await endOf(faulty(order_id, fault, key))).not.toBe(200);
      const { entries } = await stripe.sandbox.json('GET', '/control/ledger?since=0');
      const answers = (entries as { entry: string; key?: string; status?: number }[]).filter(
        (entry) => entry.entry === 'response' && entry.key === key,
      );
      expect(answers).toMatchObject([{ status: 200 }]);
      expect(await stripe.sandbox.effectsOf(order_id)).toEqual(['charge']);
    },
  );

  it('a request that was not executed can be repeated under the same key', async () => {
    const order_id = order();
    const options = { idempotencyKey: randomUUID() };
    await stripe.sandbox.json('POST', '/control/faults', {
      match: { connector: 'stripe', reference: order_id },
      fault: 'fail_500',
      times: 1,
    });
    expect(await endOf(client.paymentIntents.create(paying(order_id), options))).toBe(500);
    expect(await endOf(client.paymentIntents.create(paying(order_id), options))).toBe(200);
    expect(await stripe.sandbox.effectsOf(order_id)).toEqual(['charge']);
  });

  it('a lost response is returned again under the same key, and a server error too', async () => {
    for (const [fault, again] of [
      ['execute_then_hang', 200],
      ['execute_then_500', 500],
    ] as const) {
      const order_id = order();
      const options = { idempotencyKey: randomUUID() };
      await stripe.sandbox.json('POST', '/control/faults', { match: { connector: 'stripe' }, fault, times: 1 });
      expect(await endOf(client.paymentIntents.create(paying(order_id), options))).not.toBe(200);
      expect(await endOf(client.paymentIntents.create(paying(order_id), options))).toBe(again);
      expect(await stripe.sandbox.effectsOf(order_id)).toEqual(['charge']);
    }
  });

  it('wrong_amount raises the response only, or the charge too', async () => {
    const answered = await faulty(order(), 'wrong_amount');
    expect(answered).toMatchObject({ amount: 6541, amount_received: 6541 });
    expect(await client.paymentIntents.retrieve(answered.id)).toMatchObject({ amount: 6540 });
    const charged = await faulty(order(), 'wrong_amount:kept');
    expect(await client.paymentIntents.retrieve(charged.id)).toMatchObject({ amount_received: 6541 });
  });

  it.each(['succeeded', 'failed'])('a pending payment ends as %s', async (end) => {
    const order_id = order();
    const intent = await faulty(order_id, `pending_then_settled:200:${end}`);
    expect(intent.status).toBe('processing');
    const type = end === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed';
    await until(
      () => stripe.typesAbout(intent.id),
      (types) => types.includes(type),
    );
    expect(await stripe.sandbox.effectsOf(order_id)).toEqual(end === 'succeeded' ? ['charge'] : []);
  });

  it('a hidden payment is found after the given number of lookups', async () => {
    const order_id = order();
    expect(await endOf(faulty(order_id, 'lookup_not_found_then_found:1'))).toBe('StripeConnectionError');
    const { effects } = await stripe.sandbox.json('GET', `/control/charges?reference=${order_id}`);
    const id = (effects as { payment_id: string }[])[0]?.payment_id ?? '';
    const ends = [];
    for (let tries = 0; tries < 2; tries++) ends.push(await endOf(client.paymentIntents.retrieve(id)));
    expect(ends).toEqual([404, 200]);
    const other = order();
    await endOf(faulty(other, 'lookup_not_found_then_found:1'));
    expect([(await found(other)).length, (await found(other)).length]).toEqual([0, 1]);
  });

  it('an event is delivered several times or never', async () => {
    const { id } = await faulty(order(), 'duplicate_webhook:3');
    await until(
      () => stripe.typesAbout(id),
      ({ length }) => length === 6,
    );
    const silent = await faulty(order(), 'no_webhook');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(stripe.typesAbout(silent.id)).toEqual([]);
    const { data } = await client.events.list({ type: 'payment_intent.succeeded', limit: 1 });
    expect(data[0]?.data.object).toMatchObject({ id: silent.id });
  });

  it('an unknown fault is refused with 400', async () => {
    expect(await endOf(faulty(order(), 'meteor'))).toBe(400);
  });
});

describe('other sources of a fault', () => {
  it('the sandbox’s own cards and amounts trigger faults', async () => {
    const card = { number: '4000000000070054', exp_month: 1, exp_year: 2035 };
    const { id } = await client.paymentMethods.create({ type: 'card', card });
    const [byCard, byAmount] = [order(), order()];
    expect(await endOf(client.paymentIntents.create({ ...paying(byCard), payment_method: id }))).toBe(500);
    expect(await endOf(client.paymentIntents.create({ ...paying(byAmount), amount: 7_700_006 }))).toBe(500);
    expect(await stripe.sandbox.effectsOf(byCard)).toEqual(['charge']);
    expect(await stripe.sandbox.effectsOf(byAmount)).toEqual([]);
  });

  it('a rule matches the captures of one payment', async () => {
    const { id } = await client.paymentIntents.create({ ...paying(order()), capture_method: 'manual' });
    const match = { connector: 'stripe', kind: 'capture', payment_id: id };
    await stripe.sandbox.json('POST', '/control/faults', { match, fault: 'execute_then_500', times: 1 });
    expect(await endOf(client.paymentIntents.capture(id))).toBe(500);
    expect(await stripe.sandbox.effectsOf(id)).toEqual(['authorize', 'capture']);
    expect((await client.paymentIntents.retrieve(id)).status).toBe('succeeded');
  });

  it('a fault in the header settles a refund later', async () => {
    const { id } = await client.paymentIntents.create(paying(order()));
    const headers = {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      'x-sandbox-fault': 'pending_then_settled:100:failed',
    };
    const answer = await fetch(`${stripe.sandbox.url}/v1/refunds`, {
      method: 'POST',
      headers,
      body: `payment_intent=${id}&amount=100`,
    });
    const refund = (await answer.json()) as Stripe.Refund;
    expect(refund.status).toBe('pending');
    await until(
      () => client.refunds.retrieve(refund.id),
      ({ status }) => status === 'failed',
    );
    expect(await stripe.sandbox.effectsOf(id)).toEqual(['charge']);
  });
});

it('a restart restores payments, keys, pages, endpoints and pending settlements', async () => {
  const first = await RunningStripe.start({ SANDBOX_STRIPE_SETTLE_AFTER: '600ms' });
  const key = { idempotencyKey: randomUUID() };
  const params = { ...paying('before'), capture_method: 'manual' as const };
  const authorized = await first.client.paymentIntents.create(params, key);
  const challenged = await first.client.paymentIntents.create({
    ...paying('open'),
    payment_method: 'pm_card_threeDSecure2Required',
    return_url: 'https://shop.example/back',
  });
  const later = await first.client.paymentIntents.create(
    paying('later', { sandbox_fault: 'pending_then_settled:600' }),
  );
  const { id: endpoint } = await first.client.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/none',
    enabled_events: ['charge.captured'],
  });
  await first.stop({ retainLedger: true });

  const second = await RunningStripe.start({}, first.sandbox.folder);
  try {
    expect((await second.client.paymentIntents.create(params, key)).id).toBe(authorized.id);
    expect(await second.client.paymentIntents.capture(authorized.id)).toMatchObject({ status: 'succeeded' });
    const page = new URL(challenged.next_action?.redirect_to_url?.url ?? '').pathname;
    await second.choose(page, true);
    expect(await second.sandbox.effectsOf('open')).toEqual(['charge']);
    await until(
      () => second.client.paymentIntents.retrieve(later.id),
      ({ status }) => status === 'succeeded',
    );
    expect((await second.client.webhookEndpoints.retrieve(endpoint)).status).toBe('enabled');
    expect(await second.sandbox.effectsOf(authorized.id)).toEqual(['authorize', 'capture']);
  } finally {
    await second.stop();
  }
});
