import Stripe from 'stripe';
import { failure, orderOf, pageOf, paying } from '../../../test/stripe/payments';
import { RunningStripe, until } from '../../../test/stripe/running-stripe';

let stripe: RunningStripe;
let client: Stripe;

beforeAll(async () => {
  stripe = await RunningStripe.start();
  ({ client } = stripe);
});
afterAll(() => stripe.stop());

const pay = (rest: Partial<Stripe.PaymentIntentCreateParams> = {}) => client.paymentIntents.create(paying(rest));
const effects = (reference: string) => stripe.sandbox.effectsOf(reference);

describe('payments', () => {
  it('a tokenized card is charged', async () => {
    const method = await client.paymentMethods.create({
      type: 'card',
      card: { number: '5555555555554444', exp_month: 12, exp_year: 2034, cvc: '314' },
      billing_details: { name: 'Jo', address: { line1: 'Street 1', postal_code: '12345' } },
    });
    expect(method.card).toMatchObject({ brand: 'mastercard', last4: '4444', checks: { cvc_check: 'pass' } });
    const intent = await pay({ payment_method: method.id });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 6540, amount_capturable: 0 });
    expect(intent.latest_charge).toMatchObject({
      captured: true,
      paid: true,
      outcome: { type: 'authorized' },
      payment_method_details: { card: { last4: '4444', checks: { address_line1_check: 'pass' } } },
    });
    expect(await effects(orderOf(intent))).toEqual(['charge']);
    expect(await effects(intent.id)).toEqual(['charge']);
    const read = await client.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(read).toEqual(expect.objectContaining({ id: intent.id, status: 'succeeded' }));
    const { data } = await client.paymentIntents.search({ query: `metadata['order_id']:'${orderOf(intent)}'` });
    expect(data.map(({ id }) => id)).toEqual([intent.id]);
  });

  it('an intent is created, updated and confirmed', async () => {
    const intent = await client.paymentIntents.create({
      amount: 2000,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
      metadata: { order_id: 'steps', gone: 'x' },
    });
    expect(intent.status).toBe('requires_payment_method');
    const updated = await client.paymentIntents.update(intent.id, { amount: 2500, metadata: { gone: '', came: 'y' } });
    expect(updated).toMatchObject({ amount: 2500, metadata: { order_id: 'steps', came: 'y' } });
    expect(updated.metadata).not.toHaveProperty('gone');
    const confirmed = await client.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(confirmed).toMatchObject({ status: 'succeeded', amount_received: 2500 });
    const late = await failure(client.paymentIntents.update(intent.id, { amount: 1 }));
    expect(late).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('an authorized intent is captured in part and refuses every later operation', async () => {
    const intent = await pay({ capture_method: 'manual' });
    expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 6540, amount_received: 0 });
    const tooMuch = await failure(client.paymentIntents.capture(intent.id, { amount_to_capture: 6541 }));
    expect(tooMuch).toMatchObject({ statusCode: 400, code: 'amount_too_large', param: 'amount_to_capture' });
    const captured = await client.paymentIntents.capture(
      intent.id,
      { amount_to_capture: 1000 },
      { idempotencyKey: `${intent.id}:capture` },
    );
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 1000, amount_capturable: 0 });
    expect(await failure(client.paymentIntents.capture(intent.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
      message: 'This PaymentIntent could not be captured because it has already been captured.',
    });
    expect(await failure(client.paymentIntents.cancel(intent.id))).toMatchObject({ statusCode: 400 });
    expect(await effects(`${intent.id}:capture`)).toEqual(['capture']);
    const refund = await failure(client.refunds.create({ payment_intent: intent.id, amount: 1001 }));
    expect(refund.message).toBe('Refund amount ($10.01) is greater than charge amount ($10.00)');
  });

  it('only an intent with incremental authorization is incremented', async () => {
    const options = { card: { request_incremental_authorization: 'if_available' as const } };
    const plain = await pay({ capture_method: 'manual' });
    expect(await failure(client.paymentIntents.incrementAuthorization(plain.id, { amount: 7000 }))).toMatchObject({
      statusCode: 400,
    });
    const intent = await pay({ capture_method: 'manual', payment_method_options: options });
    const more = await client.paymentIntents.incrementAuthorization(intent.id, { amount: 7000 });
    expect(more).toMatchObject({ status: 'requires_capture', amount: 7000, amount_capturable: 7000 });
    expect(await client.paymentIntents.capture(intent.id)).toMatchObject({ amount_received: 7000 });
    expect(await effects(intent.id)).toEqual(['authorize', 'authorize', 'capture']);
  });

  describe('extended authorization', () => {
    const dayS = 86_400;
    const extendedOptions = { card: { request_extended_authorization: 'if_available' as const } };
    const authorize = async (rest: Partial<Stripe.PaymentIntentCreateParams>) => {
      const intent = await pay({ capture_method: 'manual', ...rest });
      const { created, payment_method_details: details } = intent.latest_charge as Stripe.Charge;
      const { capture_before: until, extended_authorization: extended } = details?.card ?? {};
      return { intent, status: extended?.status, days: until === undefined ? undefined : (until - created) / dayS };
    };

    it.each(['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex', 'pm_card_discover'])(
      'the card %s is authorized for 30 days',
      async (method) => {
        const authorized = await authorize({ payment_method: method, payment_method_options: extendedOptions });
        expect(authorized).toMatchObject({ status: 'enabled', days: 30 });
        const captured = await client.paymentIntents.capture(authorized.intent.id, { expand: ['latest_charge'] });
        expect(captured).toMatchObject({ status: 'succeeded', amount_received: 6540 });
        expect(captured.latest_charge).not.toHaveProperty('payment_method_details.card.capture_before');
      },
    );

    it.each<[string, Partial<Stripe.PaymentIntentCreateParams>, number | undefined]>([
      ['without a request for it', {}, 7],
      ['with the request never', { payment_method_options: { card: { request_extended_authorization: 'never' } } }, 7],
      [
        'a network without extended authorizations',
        { payment_method: 'pm_card_jcb', payment_method_options: extendedOptions },
        7,
      ],
      ['an automatic capture', { capture_method: 'automatic', payment_method_options: extendedOptions }, undefined],
    ])('an authorization is not extended: %s', async (_, rest, days) => {
      expect(await authorize(rest)).toMatchObject({ status: 'disabled', days });
    });
  });

  it('an intent with multicapture is captured in several parts', async () => {
    const options = { card: { request_multicapture: 'if_available' as const } };
    const { id } = await pay({ capture_method: 'manual', payment_method_options: options });
    const first = await client.paymentIntents.capture(id, { amount_to_capture: 1000, final_capture: false });
    expect(first).toMatchObject({ status: 'requires_capture', amount_received: 1000, amount_capturable: 5540 });
    const last = await client.paymentIntents.capture(id, { amount_to_capture: 540 });
    expect(last).toMatchObject({ status: 'succeeded', amount_received: 1540, amount_capturable: 0 });
  });

  it('a second cancellation of an authorized intent is refused', async () => {
    const intent = await pay({ capture_method: 'manual' });
    const canceled = await client.paymentIntents.cancel(intent.id, { cancellation_reason: 'requested_by_customer' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'requested_by_customer' });
    const again = await failure(client.paymentIntents.cancel(intent.id));
    expect(again.message).toMatch(/^You cannot cancel this PaymentIntent because it has a status of canceled\./);
    expect(await effects(intent.id)).toEqual(['authorize', 'void']);
  });
});

describe('invalid requests', () => {
  const created = (rest: object) => client.paymentIntents.create({ amount: 1000, currency: 'usd', ...rest } as never);

  it.each<[object, number, string | undefined, string | undefined]>([
    [{ amount: 49 }, 400, 'amount_too_small', 'amount'],
    [{ amount: 0 }, 400, 'parameter_invalid_integer', 'amount'],
    [{ amount: '1.5' }, 400, 'parameter_invalid_integer', 'amount'],
    [{ amount: 100_000_000 }, 400, 'amount_too_large', 'amount'],
    [{ amount: undefined }, 400, 'parameter_missing', 'amount'],
    [{ currency: 'xyz' }, 400, undefined, 'currency'],
    [{ currency: 'isk', amount: 150 }, 400, undefined, 'amount'],
    [{ colour: 'red' }, 400, 'parameter_unknown', 'colour'],
    [{ capture_method: 'never' }, 400, undefined, 'capture_method'],
    [{ payment_method_data: { type: 'card' } }, 400, 'parameter_missing', 'payment_method_data[card]'],
    [
      { payment_method_options: { card: { request_extended_authorization: 'true' } } },
      400,
      undefined,
      'payment_method_options[card][request_extended_authorization]',
    ],
    [{ payment_method_options: { card: 'x' } }, 400, undefined, 'payment_method_options[card]'],
    [{ payment_method: 'pm_none' }, 400, 'resource_missing', 'payment_method'],
    [{ customer: 'cus_none' }, 400, 'resource_missing', 'customer'],
    [{ off_session: true }, 400, undefined, 'off_session'],
    [{ confirm: true }, 400, 'payment_intent_unexpected_state', undefined],
    [{ confirm: true, payment_method: 'pm_card_visa' }, 400, undefined, undefined],
  ])('the request %j is refused with %s %s', async (rest, statusCode, code, param) => {
    const error = await failure(created(rest));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode, code, param });
  });

  it('an unknown URL is answered with 404', async () => {
    const error = await failure(client.rawRequest('GET', '/v1/nothing'));
    expect(error).toMatchObject({ statusCode: 404 });
    expect(error.message).toContain('Unrecognized request URL (GET: /v1/nothing)');
  });
});

describe('the customer’s page', () => {
  const challenged = { payment_method: 'pm_card_threeDSecure2Required' };

  it.each([
    [true, 'automatic', 'succeeded', 'succeeded', ['charge']],
    [true, 'manual', 'requires_capture', 'succeeded', ['authorize']],
    [false, 'automatic', 'requires_payment_method', 'failed', []],
  ] as const)(
    'confirm: %s, capture %s: the intent ends as %s',
    async (confirm, capture_method, status, redirectStatus, done) => {
      const intent = await pay({ ...challenged, capture_method });
      expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
      const location = await stripe.choose(pageOf(intent), confirm);
      expect(location.origin).toBe('https://shop.example');
      expect(Object.fromEntries(location.searchParams)).toEqual({
        order: '1',
        payment_intent: intent.id,
        payment_intent_client_secret: intent.client_secret,
        redirect_status: redirectStatus,
      });
      const after = await client.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
      expect(after.status).toBe(status);
      expect(after.last_payment_error?.code).toBe(confirm ? undefined : 'payment_intent_authentication_failure');
      expect(await effects(orderOf(intent))).toEqual(done);
      expect((await stripe.sandbox.call('GET', pageOf(intent))).text).toContain('This link is not valid');
    },
  );

  it('request_three_d_secure=any requires the page for any card and marks the charge', async () => {
    const intent = await pay({ payment_method_options: { card: { request_three_d_secure: 'any' } } });
    await stripe.choose(pageOf(intent), true);
    const { latest_charge: charge } = await client.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(charge).toMatchObject({
      payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
    });
  });

  it('a rejected intent is confirmed again with another card', async () => {
    const intent = await pay(challenged);
    await stripe.choose(pageOf(intent), false);
    expect(await client.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    });
  });
});

describe('refunds', () => {
  it('refunds succeed in parts until nothing is left', async () => {
    const { id } = await pay();
    const refund = await client.refunds.create({
      payment_intent: id,
      amount: 6000,
      reason: 'requested_by_customer',
      metadata: { order_id: `refund_of_${id}` },
    });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 6000, reason: 'requested_by_customer' });
    expect(await effects(`refund_of_${id}`)).toEqual(['refund']);
    const tooMuch = await failure(client.refunds.create({ payment_intent: id, amount: 541 }));
    expect(tooMuch.message).toBe('Refund amount ($5.41) is greater than unrefunded amount on charge ($5.40)');
    await client.refunds.create({ payment_intent: id });
    expect(await failure(client.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    const { data } = await client.refunds.list({ payment_intent: id });
    expect(data.map(({ amount }) => amount)).toEqual([540, 6000]);
    const charge = await client.charges.retrieve(String((await client.paymentIntents.retrieve(id)).latest_charge));
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 6540 });
  });

  it.each([
    ['pm_card_pendingRefund', 'pending', 'succeeded', ['charge', 'refund']],
    ['pm_card_refundFail', 'succeeded', 'failed', ['charge', 'refund', 'refund_return']],
  ])('a refund of %s is %s first, then %s', async (payment_method, first, then, recorded) => {
    const intent = await pay({ payment_method });
    const refund = await client.refunds.create({ payment_intent: intent.id, amount: 100 });
    expect(refund.status).toBe(first);
    const settled = await until(
      () => client.refunds.retrieve(refund.id),
      ({ status }) => status === then,
    );
    expect(settled.failure_reason).toBe(then === 'failed' ? 'expired_or_canceled_card' : undefined);
    expect(await effects(intent.id)).toEqual(recorded);
  });

  it('a refund stores its metadata and cannot be canceled', async () => {
    const refund = await client.refunds.create({ payment_intent: (await pay()).id, amount: 100 });
    expect(await client.refunds.update(refund.id, { metadata: { note: 'x' } })).toMatchObject({
      metadata: { note: 'x' },
    });
    expect(await failure(client.refunds.cancel(refund.id))).toMatchObject({ statusCode: 400 });
    expect(await failure(client.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
    });
  });
});

it('every response matches Stripe’s published description', () => {
  expect(stripe.problems()).toEqual([]);
  expect(stripe.described()).toBeGreaterThan(60);
});
