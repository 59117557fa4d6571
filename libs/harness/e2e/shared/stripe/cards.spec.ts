import { cardFields, eventually, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { choose as chooseAtBank } from '../../support/browser';
import { untilRefundIs } from '../../support/refund-checks';
import { refusal, statusAndBody } from '../../support/wire';
import {
  atStripe,
  callsAtStripe,
  choose,
  effectLabelsAtStripe,
  authorizationOf,
  intentOf,
  pay,
  payWith,
  refundsAtStripe,
  seen,
  stripeCards,
  untilIs,
  secretKey,
} from './at-stripe';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
});

describe('a card', () => {
  it('is charged at once, with our ids in Stripe’s metadata', async () => {
    const payment = await pay(merchant, { description: 'Two tickets', metadata: { seat: '4A' } });
    expect(payment).toMatchObject({ status: 'succeeded', connector: 'stripe', amount_received: 6540 });
    const intent = await intentOf(system, payment);
    expect(intent).toMatchObject({
      amount: 6540,
      amount_received: 6540,
      currency: 'usd',
      status: 'succeeded',
      description: 'Two tickets',
      metadata: { seat: '4A', order_id: `${payment.payment_id}_1`, operation_id: expect.any(String) as string },
    });
    expect(effectLabelsAtStripe(system, payment)).toEqual(['charge 6540']);
  });

  it.each([
    ['4242424242424242', 'pass', 'pass', 'pass'],
    ['4000000000000101', 'fail', 'pass', 'pass'],
    ['4000000000000028', 'pass', 'fail', 'pass'],
    ['4000000000000036', 'pass', 'pass', 'fail'],
    ['4000000000000044', 'pass', 'unavailable', 'unavailable'],
  ])('%s is shown with the checks of its issuer', async (number, cvc_check, address_line1_check, postal) => {
    const billing = { address: { line1: '1 Main Street', zip: '10115' } };
    const payment = await pay(merchant, { ...cardFields(number), billing });
    expect(payment.payment_method_data.card.payment_checks).toEqual({
      cvc_check,
      address_line1_check,
      address_postal_code_check: postal,
    });
  });

  it('without a billing address is shown with every check, null where Stripe made none', async () => {
    const payment = await pay(merchant, cardFields());
    expect(payment.payment_method_data.card.payment_checks).toEqual({
      cvc_check: 'pass',
      address_line1_check: null,
      address_postal_code_check: null,
    });
  });

  it('is shown with the whole processor response on request, without a card number', async () => {
    const payment = await pay(merchant, { all_keys_required: true });
    const whole = JSON.parse(payment.whole_connector_response) as Json;
    expect(whole).toMatchObject({ object: 'payment_intent', id: payment.connector_transaction_id, amount: 6540 });
    expect(payment.whole_connector_response).not.toContain('4242424242424242');
    const again = ok(await merchant.api.get(`/payments/${payment.payment_id}`));
    expect(again.whole_connector_response).toBe(payment.whole_connector_response);
    const { client_secret } = payment;
    const seenByClient = ok(
      await merchant.client.get(`/payments/${payment.payment_id}?client_secret=${client_secret}`),
    );
    expect(seenByClient.whole_connector_response).toBeNull();
    expect((await pay(merchant, {})).whole_connector_response).toBeNull();
  });

  it('is shown with the whole response to a sync, capture or cancel that requests it', async () => {
    const authorized = () => pay(merchant, { capture_method: 'manual' });
    const [captured, cancelled, unasked] = await Promise.all([authorized(), authorized(), authorized()]);
    const allKeys = { all_keys_required: true };
    const path = `/payments/${captured.payment_id}`;
    const answers = [
      await merchant.api.get(`${path}?force_sync=true&all_keys_required=true`),
      await merchant.api.post(`${path}/capture`, { amount_to_capture: 6540, ...allKeys }),
      await merchant.api.get(path),
      await merchant.api.post(`/payments/${cancelled.payment_id}/cancel`, allKeys),
    ];
    const shown = answers.map((answer) => JSON.parse(ok(answer).whole_connector_response) as Json);
    expect(shown.map(({ id, status }) => [id, status])).toEqual([
      [captured.connector_transaction_id, 'requires_capture'],
      [captured.connector_transaction_id, 'succeeded'],
      [captured.connector_transaction_id, 'succeeded'],
      [cancelled.connector_transaction_id, 'canceled'],
    ]);
    const plain = await merchant.api.get(`/payments/${unasked.payment_id}?force_sync=true`);
    expect(ok(plain).whole_connector_response).toBeNull();
  });

  it('is authorized, and captured', async () => {
    const payment = await pay(merchant, { capture_method: 'manual' });
    expect(payment).toMatchObject({ status: 'requires_capture', amount_capturable: 6540 });
    ok(await merchant.api.post(`/payments/${payment.payment_id}/capture`));
    expect(await untilIs(merchant, payment, 'succeeded')).toMatchObject({ amount_received: 6540 });
    expect(await intentOf(system, payment)).toMatchObject({ status: 'succeeded', amount_received: 6540 });
    expect(effectLabelsAtStripe(system, payment)[0]).toBe('authorize 6540');
  });

  it('is captured in part, and the rest is released', async () => {
    const payment = await pay(merchant, { capture_method: 'manual' });
    ok(await merchant.api.post(`/payments/${payment.payment_id}/capture`, { amount_to_capture: 2540 }));
    expect(await untilIs(merchant, payment, 'partially_captured')).toMatchObject({ amount_received: 2540 });
    expect(await intentOf(system, payment)).toMatchObject({ amount_received: 2540, amount_capturable: 0 });
  });

  it('is voided', async () => {
    const payment = await pay(merchant, { capture_method: 'manual' });
    const cancellation_reason = 'requested_by_customer';
    ok(await merchant.api.post(`/payments/${payment.payment_id}/cancel`, { cancellation_reason }));
    await untilIs(merchant, payment, 'cancelled');
    expect(await intentOf(system, payment)).toMatchObject({ status: 'canceled', cancellation_reason });
  });

  it.each([
    ['JPY', 6540, 6540],
    ['UGX', 6540, 654_000],
    ['KWD', 6540, 6540],
  ])('is charged in %s', async (currency, amount, stripeAmount) => {
    const payment = await pay(merchant, { currency, amount });
    expect(payment).toMatchObject({ status: 'succeeded', amount_received: amount });
    expect(await intentOf(system, payment)).toMatchObject({ amount: stripeAmount, currency: currency.toLowerCase() });
  });

  it.each([
    ['4000000000000002', 'card_declined', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'Your card has insufficient funds.'],
    ['4000000000009979', 'card_declined', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])('is declined with Stripe’s error code and message: %s', async (number, error_code, error_message) => {
    const payment = await payWith(merchant, number);
    const message = expect.stringContaining(error_message) as string;
    expect(payment).toMatchObject({ status: 'failed', error_code, error_message: message });
    expect(effectLabelsAtStripe(system, payment)).toEqual([]);
  });

  it('is refused with a key that Stripe does not know, and nothing is charged', async () => {
    const stranger = await atStripe(system, { apiKey: 'sk_test_unknown', listens: false });
    const payment = await pay(stranger);
    expect(payment).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('Invalid API Key') as string,
    });
    expect(effectLabelsAtStripe(system, payment)).toEqual([]);
  });
});

describe('the duration of an authorization', () => {
  /** A merchant without webhooks: outcomes come only from answers. */
  let withoutWebhooks: TestMerchant;
  beforeAll(async () => {
    withoutWebhooks = await atStripe(system, { listens: false });
  });

  const manualCapture = { capture_method: 'manual' };
  const requestingExtension = { ...manualCapture, request_extended_authorization: true };
  const jcb = '3566002020360505';
  const byDays = ({ created, capture_before }: Json) =>
    Math.round((Date.parse(capture_before) - Date.parse(created)) / 86_400_000);
  const synced = async (by: TestMerchant, { payment_id }: Json): Promise<Json> =>
    ok(await by.api.get(`/payments/${payment_id}?force_sync=true`));

  it.each<[string, () => Promise<Json>, boolean | null, number]>([
    ['is extended on request', () => pay(withoutWebhooks, requestingExtension), true, 30],
    ['is the default without a request', () => pay(withoutWebhooks, manualCapture), null, 7],
    [
      'is the default for a network without extensions',
      () => payWith(withoutWebhooks, jcb, requestingExtension),
      false,
      7,
    ],
  ])('%s, and the payment can be captured', async (_, authorize, isExtended, days) => {
    const payment = await authorize();
    const terms = {
      extended_authorization_applied: isExtended,
      extended_authorization_last_applied_at: isExtended ? (expect.any(String) as string) : null,
      capture_before: payment.capture_before as string,
    };
    expect(payment).toMatchObject({ status: 'requires_capture', ...terms });
    expect(byDays(payment)).toBe(days);
    expect(await authorizationOf(system, payment)).toEqual({
      isExtended: isExtended === true,
      captureBefore: payment.capture_before as string,
    });
    expect(await synced(withoutWebhooks, payment)).toMatchObject({ status: 'requires_capture', ...terms });
    ok(await withoutWebhooks.api.post(`/payments/${payment.payment_id}/capture`));
    const captured = await untilIs(withoutWebhooks, payment, 'succeeded');
    expect(captured).toMatchObject({ amount_received: 6540, ...terms });
    expect(await intentOf(system, payment)).toMatchObject({ status: 'succeeded', amount_received: 6540 });
  });

  it('cannot be extended for an automatic capture', async () => {
    const payment = await pay(withoutWebhooks, { request_extended_authorization: true });
    expect(payment).toMatchObject({ status: 'succeeded', extended_authorization_applied: null, capture_before: null });
  });

  it('is known without the customer’s return from the bank: the webhook about the authorization triggers a sync', async () => {
    const { next_action, ...payment } = await payWith(merchant, stripeCards.threeDs, {
      ...requestingExtension,
      authentication_type: 'three_ds',
      return_url: 'https://shop.example/done',
    });
    await chooseAtBank(next_action.redirect_to_url, 'authorize');
    await untilIs(merchant, payment, 'requires_capture');
    const known = await eventually(
      async () => {
        const now = await seen(merchant, payment);
        return now.extended_authorization_applied === true && now;
      },
      { withinMs: 20_000 },
    );
    expect(byDays(known)).toBe(30);
    expect(callsAtStripe(system, payment)).toContain('lookup');
  });
});

describe('a card that requires 3DS', () => {
  const challenged = () =>
    payWith(merchant, stripeCards.threeDs, {
      authentication_type: 'three_ds',
      return_url: 'https://shop.example/done',
    });

  it.each([
    ['authorize', 'succeeded', 'charge 6540'],
    ['reject', 'failed', undefined],
  ] as const)('chooses: %s', async (choice, status, effectLabel) => {
    const payment = await challenged();
    expect(payment).toMatchObject({ status: 'requires_customer_action', next_action: { type: 'redirect_to_url' } });
    await choose(payment, choice);
    await untilIs(merchant, payment, status);
    expect(effectLabelsAtStripe(system, payment)).toEqual(effectLabel ? [effectLabel] : []);
  });
});

describe('a refund', () => {
  it('succeeds for a part, then for the rest, but not for more', async () => {
    const payment = await pay(merchant);
    const refund = (amount: number) =>
      merchant.api.post('/refunds', { payment_id: payment.payment_id, amount, reason: 'requested_by_customer' });
    for (const amount of [2540, 4000]) {
      const { refund_id } = ok(await refund(amount));
      await untilRefundIs(merchant, refund_id, 'succeeded');
    }
    expect((await refund(100)).status).toBe(400);
    expect(await refundsAtStripe(system, payment)).toEqual([4000, 2540]);
  });

  it('that settles later is reported by webhook', async () => {
    const payment = await payWith(merchant, stripeCards.refundsLater);
    const made = ok(await merchant.api.post('/refunds', { payment_id: payment.payment_id, amount: 6540 }));
    expect(made.status).toBe('pending');
    await untilRefundIs(merchant, made.refund_id, 'succeeded');
  });

  it('that Stripe refuses fails at once with Stripe’s message', async () => {
    const payment = await pay(merchant);
    const { connector_transaction_id: payment_intent, payment_id } = payment;
    const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' };
    ok(await system.sandbox.raw('POST', '/v1/refunds', `payment_intent=${payment_intent}`, headers));
    expect(ok(await merchant.api.post('/refunds', { payment_id }))).toMatchObject({
      status: 'failed',
      error_code: 'charge_already_refunded',
      error_message: expect.stringContaining('already been refunded') as string,
      connector_refund_id: null,
    });
  });
});

it('a payment that may be authorized in part is refused by name: Stripe has no request for it', async () => {
  const body = paymentBody({ capture_method: 'manual', enable_partial_authorization: true });
  expect(statusAndBody(await merchant.api.post('/payments', body))).toEqual(
    refusal(501, 'IR_00', 'enable_partial_authorization at stripe is not implemented'),
  );
});

describe('a call that Stripe executed and never answered', () => {
  it.each([
    ['reported by webhook', true],
    ['found only by our own id', false],
  ])('is %s, and charged once', async (_, listens) => {
    const by = listens ? merchant : await atStripe(system, { listens });
    const payment = await payWith(by, stripeCards.executesThenDrops);
    expect(['processing', 'succeeded']).toContain(payment.status);
    const settled = await untilIs(by, payment, 'succeeded');
    expect(settled).toMatchObject({ amount_received: 6540, attempt_count: 1 });
    expect(effectLabelsAtStripe(system, payment)).toEqual(['charge 6540']);
  });
});
