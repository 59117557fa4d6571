import { aMerchant, cardFields, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { untilRefundIs } from '../../support/refund-checks';
import { merchantOnly, missing, precondition, refusal, statusAndBody } from '../../support/wire';
import {
  atStripe,
  callsAtStripe,
  effectLabelsAtStripe,
  pay,
  payWith,
  refundsAtStripe,
  secretKey,
  seen,
  stripeCards,
  untilIs,
} from './at-stripe';

const system = sharedSystem();
/** Stripe refuses the account's own key, so whatever it does was sent with other credentials. */
let merchant: TestMerchant;
/** The same without webhooks: outcomes come only from answers and syncs. */
let withoutWebhooks: TestMerchant;

const permit = async ({ profileId }: TestMerchant): Promise<void> =>
  void ok(
    await system.admin.post('/configs', { key: `merchant_connector_details_enabled_${profileId}`, value: 'true' }),
  );

beforeAll(async () => {
  const apiKey = 'sk_test_of_the_account';
  [merchant, withoutWebhooks] = [
    await atStripe(system, { apiKey }),
    await atStripe(system, { apiKey, listens: false }),
  ];
  await Promise.all([permit(merchant), permit(withoutWebhooks)]);
});

const details = (creds_identifier: string, api_key?: string) => ({
  merchant_connector_details: {
    creds_identifier,
    ...(api_key && { encoded_data: { connector_account_details: { auth_type: 'HeaderKey', api_key } } }),
  },
});
const own = details('own', secretKey);
const post = (path: string, body: object = {}, by = merchant) => by.api.post(path, body);
const authorized = (more: object = {}) => pay(merchant, { capture_method: 'manual', ...own, ...more });
const card = { amount: 6540, currency: 'USD', confirm: true, ...cardFields(stripeCards.succeeds) };
const differ = precondition('merchant_connector_details differ from those of the payment');

it('the key of the account alone pays nothing', async () => {
  const payment = await pay(merchant);
  expect(payment.status).toBe('failed');
  expect(effectLabelsAtStripe(system, payment)).toEqual([]);
});

describe('a payment with credentials of its request', () => {
  it('is charged with them, and shows the account that they belong to', async () => {
    const payment = await pay(merchant, own);
    const { merchant_connector_id } = merchant.connectors['stripe'];
    expect(payment).toMatchObject({ status: 'succeeded', connector: 'stripe', merchant_connector_id });
    expect(payment).not.toHaveProperty('merchant_connector_details');
    const filter = { payment_id: payment.payment_id, merchant_connector_id: [merchant_connector_id] };
    const { data } = ok(await post('/payments/list', filter));
    expect(data).toMatchObject([{ payment_id: payment.payment_id, merchant_connector_id }]);
    expect(effectLabelsAtStripe(system, payment)).toEqual(['charge 6540']);
  });

  it('is captured, voided, synced and refunded with them, without them in any later request', async () => {
    const [captured, voided] = await Promise.all([authorized(), authorized()]);
    ok(await post(`/payments/${captured.payment_id}/capture`));
    ok(await post(`/payments/${voided.payment_id}/cancel`));
    await untilIs(merchant, captured, 'succeeded');
    await untilIs(merchant, voided, 'cancelled');
    const refund = ok(await post('/refunds', { payment_id: captured.payment_id, amount: 100 }));
    expect(refund.merchant_connector_id).toBe(captured.merchant_connector_id);
    await untilRefundIs(merchant, refund.refund_id, 'succeeded');
    const listed = { payment_id: captured.payment_id, merchant_connector_id: [captured.merchant_connector_id] };
    expect(ok(await post('/refunds/list', listed)).data).toMatchObject([{ refund_id: refund.refund_id }]);
    expect(await refundsAtStripe(system, captured)).toEqual([100]);
    const synced = await authorized();
    expect(ok(await merchant.api.get(`/payments/${synced.payment_id}?force_sync=true`)).status).toBe(
      'requires_capture',
    );
    expect(callsAtStripe(system, synced)).toContain('lookup');
  });

  it('whose answer is lost is synced with them on schedule, and is charged once', async () => {
    const payment = await payWith(withoutWebhooks, stripeCards.executesThenDrops, own);
    expect(payment.status).toBe('processing');
    await untilIs(withoutWebhooks, payment, 'succeeded');
    expect(effectLabelsAtStripe(system, payment)).toEqual(['charge 6540']);
  });

  it('whose refund Stripe finishes later is synced with them', async () => {
    const payment = await payWith(withoutWebhooks, stripeCards.refundsLater, own);
    const refund = ok(await post('/refunds', { payment_id: payment.payment_id, ...details('own') }, withoutWebhooks));
    expect(refund.status).toBe('pending');
    await untilRefundIs(withoutWebhooks, refund.refund_id, 'succeeded');
    ok(
      await post(
        '/refunds/sync',
        { refund_id: refund.refund_id, force_sync: true, ...details('own') },
        withoutWebhooks,
      ),
    );
  });

  it('may be confirmed later, by the customer in a browser', async () => {
    const { payment_id, client_secret } = await pay(merchant, { ...own, confirm: false });
    const confirm = { client_secret, ...cardFields(stripeCards.succeeds) };
    expect(ok(await merchant.client.post(`/payments/${payment_id}/confirm`, confirm)).status).toBe('succeeded');
  });

  it.each(['', '/confirm'])('may get them in POST /payments/{id}%s', async (action) => {
    const { payment_id } = await pay(merchant, { confirm: false });
    const body = { ...own, ...(action === '' && { confirm: true }) };
    expect(ok(await post(`/payments/${payment_id}${action}`, body)).status).toBe('succeeded');
  });

  it('may name them by their identifier once they were sent', async () => {
    await pay(merchant, details('known', secretKey));
    expect(await pay(merchant, details('known'))).toMatchObject({ status: 'succeeded' });
  });

  it('keeps them when other ones get the same identifier', async () => {
    const before = await authorized(details('changing', secretKey));
    const refused = await pay(merchant, details('changing', 'sk_test_another'));
    expect(refused.status).toBe('failed');
    expect((await pay(merchant, details('changing'))).status).toBe('failed');
    ok(await post(`/payments/${before.payment_id}/capture`, details('changing')));
    await untilIs(merchant, before, 'succeeded');
    expect((await pay(merchant, details('changing', secretKey))).status).toBe('succeeded');
  });
});

describe('a later request', () => {
  it('may name the credentials of its payment', async () => {
    const payment = await authorized();
    const sync = { payment_id: payment.payment_id, force_sync: true };
    expect(ok(await post('/payments/sync', { ...sync, ...own })).status).toBe('requires_capture');
    ok(await post(`/payments/${payment.payment_id}/capture`, details('own')));
    await untilIs(merchant, payment, 'succeeded');
    ok(await post('/refunds', { payment_id: payment.payment_id, amount: 100, ...own }));
  });

  it('that names others is refused, and nothing is sent', async () => {
    const payment = await authorized();
    const charged = await pay(merchant, own);
    await pay(merchant, { ...details('other', 'sk_test_other') });
    const { refund_id } = ok(await post('/refunds', { payment_id: charged.payment_id, amount: 100 }));
    await untilRefundIs(merchant, refund_id, 'succeeded');
    const others = details('other');
    const path = `/payments/${payment.payment_id}`;
    const [capture, cancel, sync, refund, refundSync, otherKey, unknown] = [
      await post(`${path}/capture`, others),
      await post(`${path}/cancel`, others),
      await post('/payments/sync', { payment_id: payment.payment_id, force_sync: true, ...others }),
      await post('/refunds', { payment_id: charged.payment_id, amount: 100, ...others }),
      await post('/refunds/sync', { refund_id, force_sync: true, ...others }),
      await post(`${path}/capture`, details('own', 'sk_test_never_sent')),
      await post(`${path}/capture`, details('never_sent')),
    ];
    expect([capture, cancel, sync, refund, otherKey].map(statusAndBody)).toEqual(Array(5).fill(differ));
    expect(statusAndBody(refundSync)).toEqual(
      precondition('merchant_connector_details differ from those of the refund'),
    );
    expect(statusAndBody(unknown)).toEqual(missing('merchant_connector_details'));
    expect(await seen(merchant, payment)).toMatchObject({ status: 'requires_capture' });
    expect(callsAtStripe(system, payment)).toEqual(['payment']);
    expect(await refundsAtStripe(system, charged)).toEqual([100]);
  });
});

describe('credentials are refused', () => {
  it('for a profile that may not send them', async () => {
    const other = await atStripe(system, { listens: false });
    expect(statusAndBody(await post('/payments', { ...card, ...own }, other))).toEqual(
      precondition('merchant_connector_details is not enabled for the profile'),
    );
  });

  it('of a browser, by name', async () => {
    const { payment_id, client_secret } = await pay(merchant, { confirm: false });
    const sent = { client_secret, ...own };
    for (const [path, body] of [
      [`/payments/${payment_id}`, sent],
      [`/payments/${payment_id}/confirm`, sent],
      ['/payments/sync', { payment_id, ...sent }],
    ] as const)
      expect(statusAndBody(await merchant.client.post(path, body))).toEqual(merchantOnly('merchant_connector_details'));
    expect(
      statusAndBody(await merchant.client.post('/payments/session_tokens', { payment_id, wallets: [], ...sent })),
    ).toEqual(refusal(501, 'IR_00', 'merchant_connector_details is not implemented'));
  });

  it.each<[string, () => object, () => object]>([
    ['under an unknown identifier', () => details('unknown'), () => missing('merchant_connector_details')],
    [
      'that the connector does not accept',
      () => ({
        merchant_connector_details: {
          creds_identifier: 'x',
          encoded_data: { connector_account_details: { auth_type: 'BodyKey', api_key: 'a', key1: 'b' } },
        },
      }),
      () => refusal(422, 'IR_06', 'The auth type is invalid for the connector'),
    ],
    [
      'of a connector without an account',
      () => ({ ...own, connector: ['adyen_test'] }),
      () => precondition('merchant_connector_details belong to no connector account of the profile'),
    ],
    [
      'with a payment method to save',
      () => ({
        ...own,
        customer_id: 'cus_own',
        setup_future_usage: 'on_session',
        customer_acceptance: { acceptance_type: 'offline', accepted_at: '2026-01-05T10:00:00.000Z' },
      }),
      () => refusal(501, 'IR_00', 'merchant_connector_details with a saved payment method is not implemented'),
    ],
  ])('%s, without a call', async (_, more, expected) => {
    const payment_id = `own_${++refusals}_${Date.now()}`;
    expect(statusAndBody(await post('/payments', { ...card, payment_id, ...more() }))).toEqual(expected());
    expect(callsAtStripe(system, { payment_id } as Json)).toEqual([]);
  });

  it('where they fit several accounts', async () => {
    const two = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
    await permit(two);
    const body = { ...card, ...cardFields(), ...details('own', 'sk_own') };
    expect(statusAndBody(await post('/payments', body, two))).toEqual(
      precondition('merchant_connector_details fit several connector accounts: name one in routing'),
    );
    const named = ok(await post('/payments', { ...body, connector: ['adyen_test'] }, two));
    expect(named).toMatchObject({ status: 'succeeded', connector: 'adyen_test' });
  });
});

let refusals = 0;
