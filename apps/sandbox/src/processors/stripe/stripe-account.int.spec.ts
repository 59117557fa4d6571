import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { failure, pageOf, paying } from '../../../test/stripe/payments';
import { RunningStripe, until } from '../../../test/stripe/running-stripe';

let stripe: RunningStripe;
let client: Stripe;
let endpoint: Stripe.WebhookEndpoint;

beforeAll(async () => {
  stripe = await RunningStripe.start();
  ({ client } = stripe);
  endpoint = await client.webhookEndpoints.create({ url: await stripe.listen(), enabled_events: ['*'] });
});
afterAll(() => stripe.stop());

const back = 'https://shop.example/back?order=1';
const pay = (rest: Partial<Stripe.PaymentIntentCreateParams> = {}) => client.paymentIntents.create(paying(rest));
const effects = (reference: string) => stripe.sandbox.effectsOf(reference);

describe('customers and their saved payment methods', () => {
  it('a customer is created, updated, listed and deleted', async () => {
    const { id } = await client.customers.create({ name: 'Jo', email: 'jo@example.com' });
    expect(await client.customers.update(id, { phone: '+491' })).toMatchObject({ name: 'Jo', phone: '+491' });
    expect((await client.customers.list({ email: 'jo@example.com' })).data.map((one) => one.id)).toContain(id);
    expect(await client.customers.del(id)).toEqual(expect.objectContaining({ id, deleted: true }));
    expect(await client.customers.retrieve(id)).toMatchObject({ deleted: true });
    expect(await failure(client.customers.update(id, {}))).toMatchObject({ statusCode: 404 });
  });

  it('a detached payment method can never be used again', async () => {
    const { id: customer } = await client.customers.create();
    const method = await client.paymentMethods.attach('pm_card_visa', { customer });
    expect(method.customer).toBe(customer);
    const { data } = await client.paymentMethods.list({ customer, type: 'card' });
    expect(data.map(({ id }) => id)).toEqual([method.id]);
    expect(await failure(pay({ payment_method: method.id }))).toMatchObject({ statusCode: 400 });
    expect((await client.paymentMethods.detach(method.id)).customer).toBeNull();
    expect(await failure(client.paymentMethods.attach(method.id, { customer }))).toMatchObject({ statusCode: 400 });
    expect(await failure(client.paymentMethods.attach('pm_card_chargeDeclined', { customer }))).toMatchObject({
      code: 'card_declined',
    });
  });

  const saved = async (payment_method: string, agree = false) => {
    const { id: customer } = await client.customers.create();
    const setup = await client.setupIntents.create({
      customer,
      payment_method,
      allowed_payment_method_types: ['card'],
      confirm: true,
      usage: 'off_session',
      return_url: back,
      expand: ['latest_attempt'],
    });
    if (agree) await stripe.choose(pageOf(setup), true);
    const done = await client.setupIntents.retrieve(setup.id, { expand: ['latest_attempt', 'payment_method'] });
    return { customer, setup: done, method: (done.payment_method as Stripe.PaymentMethod | null)?.id ?? '' };
  };

  it('a saved card is charged off session', async () => {
    const { customer, setup, method } = await saved('pm_card_visa');
    expect(setup.status).toBe('succeeded');
    const charge = { customer, payment_method: method, off_session: true } as const;
    for (const amount of [100, 200]) expect((await pay({ ...charge, amount })).status).toBe('succeeded');
    expect((await client.setupIntents.list({ customer })).data).toHaveLength(1);
  });

  it('a saved card requires authentication once or for every payment', async () => {
    const once = await saved('pm_card_authenticationRequiredOnSetup', true);
    const away = ({ customer, method }: typeof once) => pay({ customer, payment_method: method, off_session: true });
    expect((await away(once)).status).toBe('succeeded');
    const error = await failure(away(await saved('pm_card_authenticationRequired', true)));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ code: 'authentication_required', decline_code: 'authentication_required' });
    expect(error.payment_intent?.status).toBe('requires_payment_method');
  });

  it('a declined card cannot be saved, and a card with later declines can', async () => {
    const { id: customer } = await client.customers.create();
    const declined = { customer, payment_method: 'pm_card_chargeDeclined', allowed_payment_method_types: ['card'] };
    const error = await failure(client.setupIntents.create({ ...declined, confirm: true }));
    expect(error).toMatchObject({ code: 'card_declined', setup_intent: { status: 'requires_payment_method' } });
    const { customer: owner, method } = await saved('pm_card_chargeCustomerFail');
    expect(await failure(pay({ customer: owner, payment_method: method, off_session: true }))).toMatchObject({
      code: 'card_declined',
    });
    const open = await client.setupIntents.create({ allowed_payment_method_types: ['card'] });
    expect((await client.setupIntents.cancel(open.id)).status).toBe('canceled');
  });

  it('a payment with setup_future_usage saves its card', async () => {
    const { id: customer } = await client.customers.create();
    const { payment_method } = await pay({ customer, setup_future_usage: 'off_session' });
    const again = await pay({ customer, payment_method: String(payment_method), off_session: true });
    expect(again.status).toBe('succeeded');
  });
});

describe('authentication and idempotency', () => {
  it.each(['sk_test_sandbox2', 'sk_test_sandbo', 'SK_TEST_SANDBOX'])('the wrong key %s is refused', async (key) => {
    const error = await failure(stripe.clientWith(key).balance.retrieve());
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error.message).toMatch(/^Invalid API Key provided: /);
    expect(error.message).not.toContain(key.slice(8, -4));
  });

  it('a connected account has customers of its own', async () => {
    const { id } = await client.customers.create({}, { stripeAccount: 'acct_other' });
    expect(await failure(client.customers.retrieve(id))).toMatchObject({ statusCode: 404 });
    expect((await client.customers.retrieve(id, {}, { stripeAccount: 'acct_other' })).id).toBe(id);
    expect((await client.balance.retrieve()).object).toBe('balance');
  });

  it('a repeated idempotency key gets the first response again', async () => {
    for (const payment_method of ['pm_card_visa', 'pm_card_chargeDeclined']) {
      const params = paying({ payment_method });
      const idempotencyKey = randomUUID();
      const create = () => client.paymentIntents.create(params, { idempotencyKey }).catch((error: unknown) => error);
      const [first, second] = [await create(), await create()];
      expect(JSON.parse(JSON.stringify(second))).toMatchObject(
        first instanceof Stripe.errors.StripeError ? { code: first.code } : JSON.parse(JSON.stringify(first)),
      );
      const other = { ...params, amount: 1234 };
      const error = await failure(client.paymentIntents.create(other, { idempotencyKey }));
      expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
      expect(
        await effects(String(params.metadata && (params.metadata as Record<string, string>)['order_id'])),
      ).toHaveLength(payment_method === 'pm_card_visa' ? 1 : 0);
    }
  });

  it('a parallel call with the same idempotency key is refused with 409', async () => {
    const params = paying();
    const options = { idempotencyKey: randomUUID() };
    await stripe.sandbox.json('POST', '/control/latency', { ms: 300 });
    const first = client.paymentIntents.create(params, options);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const second = await failure(client.paymentIntents.create(params, options));
    await stripe.sandbox.json('POST', '/control/latency', { ms: 0 });
    expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    expect((await first).status).toBe('succeeded');
  });
});

describe('events', () => {
  it('an event is signed and can be retrieved', async () => {
    const { id } = await pay();
    await until(
      () => stripe.typesAbout(id),
      (types) => types.length === 2,
    );
    expect(stripe.typesAbout(id)).toEqual(['payment_intent.created', 'payment_intent.succeeded']);
    const { body, headers } = stripe.delivered.find(({ event }) => event.type === 'payment_intent.succeeded')!;
    const signature = String(headers['stripe-signature']);
    const event = client.webhooks.constructEvent(body, signature, endpoint.secret ?? '');
    expect(event).toMatchObject({ object: 'event', livemode: false, pending_webhooks: 1 });
    expect(() => client.webhooks.constructEvent(`${body} `, signature, endpoint.secret ?? '')).toThrow();
    expect(await client.events.retrieve(event.id)).toMatchObject(JSON.parse(body) as object);
    const { data } = await client.events.list({ type: 'payment_intent.succeeded', limit: 1 });
    expect(data[0]?.data.object).toMatchObject({ id });
  });

  it('an endpoint receives its enabled events until it is deleted', async () => {
    const other = await RunningStripe.start();
    try {
      const url = await other.listen();
      const secret = 'whsec_of_my_own';
      const body = { url, secret, enabled_events: ['payment_intent.canceled'] };
      const { id: registered } = await other.sandbox.json('POST', '/control/stripe/webhook_endpoints', body);
      const authorized = await other.client.paymentIntents.create(paying({ capture_method: 'manual' }));
      await other.sandbox.json('POST', '/control/stripe/expire', { payment_intent: authorized.id });
      const [delivered] = await until(
        () => other.delivered,
        ({ length }) => length > 0,
      );
      const event = client.webhooks.constructEvent(
        delivered!.body,
        String(delivered!.headers['stripe-signature']),
        secret,
      );
      expect(event.data.object).toMatchObject({ id: authorized.id, cancellation_reason: 'automatic' });
      await other.client.webhookEndpoints.del(String(registered));
      await other.client.paymentIntents.cancel(
        (await other.client.paymentIntents.create(paying({ capture_method: 'manual' }))).id,
      );
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(other.delivered).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  it('every outcome has its event', async () => {
    const authorized = await pay({ capture_method: 'manual' });
    await client.paymentIntents.capture(authorized.id);
    const declined = (await failure(pay({ payment_method: 'pm_card_chargeDeclined' }))).payment_intent!;
    const refund = await client.refunds.create({ payment_intent: authorized.id, amount: 1 });
    const charge = String(authorized.latest_charge && (authorized.latest_charge as Stripe.Charge).id);
    await until(
      () => stripe.typesAbout(refund.id).length + stripe.typesAbout(charge).length,
      (count) => count === 4,
    );
    expect(stripe.typesAbout(authorized.id)).toEqual([
      'payment_intent.amount_capturable_updated',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
    expect(stripe.typesAbout(charge)).toEqual(['charge.captured', 'charge.refunded', 'charge.succeeded']);
    expect(stripe.typesAbout(declined.id)).toContain('payment_intent.payment_failed');
  });
});

it('every response matches Stripe’s published description', () => {
  expect(stripe.problems()).toEqual([]);
  expect(stripe.described()).toBeGreaterThan(30);
});
