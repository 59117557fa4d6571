import { aMerchant, cardFields, connectorBody, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { untilRefundIs } from '../../support/refund-checks';
import { merchantOnly, missing, noConnector, refusal, statusAndBody, wrongValue } from '../../support/wire';
import {
  atStripe,
  objectAt as at,
  callsAtStripe,
  choose,
  effectLabelsAtStripe,
  pay,
  payWith,
  secretKey,
  seen,
  stripeCards,
  untilIs,
} from './at-stripe';

const system = sharedSystem();
let merchant: TestMerchant;
/** Outcomes come only from answers and syncs. */
let withoutWebhooks: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
  withoutWebhooks = await atStripe(system, { listens: false });
});

const seller = 'acct_seller';
const split = (charge_type: 'direct' | 'destination', more: object = {}) => ({
  split_payments: {
    stripe_split_payment: { charge_type, application_fees: 654, transfer_account_id: seller, ...more },
  },
});
const direct = split('direct');
const destination = split('destination');
const shownSplit = ({ split_payments }: Json) => split_payments.stripe_split_payment as Json;

/** An object of Stripe's, as the account that owns it sees it. */
const atAccount = async (path: string, account?: string): Promise<Json> => ok(await at(system, path, account));
const chargeOf = (payment: Json, account?: string) =>
  atAccount(`/v1/charges/${shownSplit(payment).charge_id}`, account);
/** What the platform earned, and what it returned. */
const feeOf = async (charge: Json): Promise<[number, number]> => {
  const { amount, amount_refunded } = await atAccount(`/v1/application_fees/${charge.application_fee}`);
  return [amount, amount_refunded];
};
const transferOf = async (charge: Json): Promise<[number, number]> => {
  const { amount, amount_reversed } = await atAccount(`/v1/transfers/${charge.transfer}`);
  return [amount, amount_reversed];
};

const post = (path: string, body: object, by = merchant) => by.api.post(path, body);
const refund = ({ payment_id }: Json, amount: number, flags?: object, by = merchant) =>
  post('/refunds', { payment_id, amount, ...(flags && { split_refunds: { stripe_split_refund: flags } }) }, by);

describe('a direct charge', () => {
  it('belongs to the connected account, and the platform earns the fee', async () => {
    const payment = await pay(merchant, direct);
    expect(payment).toMatchObject({ status: 'succeeded', connector: 'stripe', amount_received: 6540 });
    expect(shownSplit(payment)).toEqual({
      ...direct.split_payments.stripe_split_payment,
      on_behalf_of: null,
      charge_id: expect.stringMatching(/^ch_/) as string,
    });
    const charge = await chargeOf(payment, seller);
    expect(charge).toMatchObject({
      amount: 6540,
      application_fee_amount: 654,
      transfer_data: null,
      on_behalf_of: null,
    });
    expect(await feeOf(charge)).toEqual([654, 0]);
    expect((await at(system, `/v1/charges/${charge.id}`)).status).toBe(404);
  });

  it('is captured, synced and voided at the connected account', async () => {
    const manual = { ...direct, capture_method: 'manual' };
    const [captured, voided] = await Promise.all([pay(merchant, manual), pay(merchant, manual)]);
    expect([captured.status, voided.status]).toEqual(['requires_capture', 'requires_capture']);
    ok(await post(`/payments/${captured.payment_id}/capture`, { amount_to_capture: 2540 }));
    ok(await post(`/payments/${voided.payment_id}/cancel`, {}));
    expect(await untilIs(merchant, captured, 'partially_captured')).toMatchObject({ amount_received: 2540 });
    await untilIs(merchant, voided, 'cancelled');
    expect(await feeOf(await chargeOf(captured, seller))).toEqual([654, 0]);
    const { status } = await atAccount(`/v1/payment_intents/${voided.connector_transaction_id}`, seller);
    expect(status).toBe('canceled');
    const synced = await pay(merchant, manual);
    expect(ok(await merchant.api.get(`/payments/${synced.payment_id}?force_sync=true`)).status).toBe(
      'requires_capture',
    );
    expect(callsAtStripe(system, synced)).toContain('lookup');
  });

  it('has a fee of at most the captured amount', async () => {
    const payment = await pay(merchant, { ...direct, capture_method: 'manual' });
    ok(await post(`/payments/${payment.payment_id}/capture`, { amount_to_capture: 100 }));
    const captured = await untilIs(merchant, payment, 'partially_captured');
    expect(await feeOf(await chargeOf(captured, seller))).toEqual([100, 0]);
  });

  it('whose answer is lost is found by a sync at the connected account, and is charged once', async () => {
    const payment = await payWith(withoutWebhooks, stripeCards.executesThenDrops, direct);
    const found = await untilIs(withoutWebhooks, payment, 'succeeded');
    expect(shownSplit(found).charge_id).toMatch(/^ch_/);
    expect(effectLabelsAtStripe(system, payment)).toEqual(['charge 6540']);
  });

  it('with 3-D Secure is finished by a sync at the connected account', async () => {
    const payment = await payWith(withoutWebhooks, stripeCards.threeDs, { ...direct, authentication_type: 'three_ds' });
    expect(payment.status).toBe('requires_customer_action');
    await choose(payment, 'authorize');
    expect(shownSplit(await untilIs(withoutWebhooks, payment, 'succeeded')).charge_id).toMatch(/^ch_/);
  });

  it('of an account that does not exist fails without a charge', async () => {
    const payment = await pay(merchant, split('direct', { transfer_account_id: 'acct_unknown' }));
    expect(payment).toMatchObject({ status: 'failed', error_code: 'account_invalid' });
    expect(effectLabelsAtStripe(system, payment)).toEqual([]);
  });

  it('without a fee is charged all the same', async () => {
    const payment = await pay(merchant, split('direct', { application_fees: 0 }));
    expect(await chargeOf(payment, seller)).toMatchObject({ amount: 6540, application_fee_amount: null });
  });
});

describe('a destination charge', () => {
  it('belongs to the platform, and its amount is transferred', async () => {
    const payment = await pay(merchant, split('destination', { on_behalf_of: 'acct_brand' }));
    expect(payment).toMatchObject({ status: 'succeeded', amount_received: 6540 });
    const charge = await chargeOf(payment);
    expect(charge).toMatchObject({
      amount: 6540,
      application_fee_amount: 654,
      on_behalf_of: 'acct_brand',
      transfer_data: { amount: null, destination: seller },
    });
    expect([await feeOf(charge), await transferOf(charge)]).toEqual([
      [654, 0],
      [6540, 0],
    ]);
  });

  it('goes on as any payment of the platform', async () => {
    const payment = await pay(merchant, { ...destination, capture_method: 'manual' });
    ok(await post(`/payments/${payment.payment_id}/capture`, {}));
    expect(await untilIs(merchant, payment, 'succeeded')).toMatchObject({ amount_received: 6540 });
  });

  it('saves its payment method for the platform', async () => {
    const online = { ip_address: '10.0.0.1', user_agent: 'x' };
    const agreed = { acceptance_type: 'online', accepted_at: '2026-01-05T10:00:00.000Z', online };
    const saving = { customer_id: 'cus_split', setup_future_usage: 'off_session', customer_acceptance: agreed };
    const saved = await pay(merchant, { ...destination, ...saving });
    expect(saved).toMatchObject({ status: 'succeeded', payment_method_status: 'active' });
    const again = {
      amount: 1000,
      currency: 'USD',
      customer_id: 'cus_split',
      confirm: true,
      off_session: true,
      recurring_details: { type: 'payment_method_id', data: saved.payment_method_id },
    };
    const charged = ok(await post('/payments', { ...again, ...split('destination', { application_fees: 100 }) }));
    expect(charged.status).toBe('succeeded');
    expect(await feeOf(await chargeOf(charged))).toEqual([100, 0]);
    const onOther = await post('/payments', { ...again, ...split('direct', { application_fees: 100 }) });
    expect(statusAndBody(onOther)).toEqual(noConnector);
  });
});

describe('a payment method that a direct charge saves', () => {
  const agreed = { acceptance_type: 'offline', accepted_at: '2026-01-05T10:00:00.000Z' };
  const saving = { customer_id: 'cus_direct', setup_future_usage: 'off_session', customer_acceptance: agreed };
  const again = ({ payment_method_id }: Json, more: object) => ({
    amount: 1000,
    currency: 'USD',
    customer_id: 'cus_direct',
    confirm: true,
    off_session: true,
    recurring_details: { type: 'payment_method_id', data: payment_method_id },
    ...more,
  });
  const fee = { application_fees: 100 };

  it('belongs to the connected account, and is charged there alone', async () => {
    const saved = await pay(merchant, { ...direct, ...saving });
    expect(saved).toMatchObject({ status: 'succeeded', payment_method_status: 'active' });
    const path = `/v1/payment_methods/${saved.connector_mandate_id}`;
    expect((await atAccount(path, seller)).customer).not.toBeNull();
    expect((await at(system, path)).status).toBe(404);
    const charged = ok(await post('/payments', again(saved, split('direct', fee))));
    expect(charged).toMatchObject({ status: 'succeeded', payment_method_id: saved.payment_method_id });
    expect(await feeOf(await chargeOf(charged, seller))).toEqual([100, 0]);
    for (const more of [{}, split('destination', fee), split('direct', { ...fee, transfer_account_id: 'acct_other' })])
      expect(statusAndBody(await post('/payments', again(saved, more)))).toEqual(noConnector);
    const { customer_payment_methods } = ok(await merchant.api.get('/customers/cus_direct/payment_methods'));
    expect(customer_payment_methods).toMatchObject([
      { payment_method_id: saved.payment_method_id, recurring_enabled: false },
    ]);
  });

  it('gets a reference of the platform beside it when the platform saves it too', async () => {
    const customer_id = 'cus_both';
    const own = await pay(merchant, { ...saving, customer_id });
    const shared = await pay(merchant, { ...direct, ...saving, customer_id });
    expect(shared.payment_method_id).toBe(own.payment_method_id);
    for (const more of [{}, split('direct', fee)]) {
      const charged = ok(await post('/payments', { ...again(own, more), customer_id }));
      expect(charged).toMatchObject({ status: 'succeeded', connector: 'stripe' });
    }
  });

  it('has no mandate', async () => {
    const { customer_acceptance: _, ...rest } = saving;
    const mandate_data = { customer_acceptance: agreed, mandate_type: { multi_use: null } };
    expect(statusAndBody(await post('/payments', { ...cardBody(), ...direct, ...rest, mandate_data }))).toEqual(
      refusal(501, 'IR_00', 'split_payments of charge_type direct with a mandate is not implemented'),
    );
  });
});

describe('the refund of a split payment', () => {
  it.each<[string, object, [number, number], [number, number]]>([
    ['fee and transfer', { revert_platform_fee: true, revert_transfer: true }, [654, 254], [6540, 2540]],
    ['the transfer', { revert_platform_fee: false, revert_transfer: true }, [654, 0], [6540, 2540]],
    ['nothing', { revert_platform_fee: false, revert_transfer: false }, [654, 0], [6540, 0]],
  ])('of a destination charge reverts %s in proportion', async (_, flags, fee, transfer) => {
    const payment = await pay(merchant, destination);
    const made = ok(await refund(payment, 2540, flags));
    expect(made.split_refunds).toEqual({ stripe_split_refund: flags });
    expect(await untilRefundIs(merchant, made.refund_id, 'succeeded')).toMatchObject({ amount: 2540 });
    const charge = await chargeOf(payment);
    expect([await feeOf(charge), await transferOf(charge)]).toEqual([fee, transfer]);
  });

  it('in parts never reverts more than was transferred', async () => {
    const payment = await pay(merchant, destination);
    const both = { revert_platform_fee: true, revert_transfer: true };
    for (const amount of [3333, 3107, 100]) {
      const { refund_id } = ok(await refund(payment, amount, both));
      await untilRefundIs(merchant, refund_id, 'succeeded');
    }
    expect((await refund(payment, 100, both)).status).toBe(400);
    const charge = await chargeOf(payment);
    expect([await feeOf(charge), await transferOf(charge)]).toEqual([
      [654, 654],
      [6540, 6540],
    ]);
  });

  it('of a direct charge is made at the connected account, and synced there', async () => {
    const payment = await payWith(withoutWebhooks, stripeCards.refundsLater, direct);
    const made = ok(await refund(payment, 6540, { revert_platform_fee: true }, withoutWebhooks));
    expect(made.status).toBe('pending');
    await untilRefundIs(withoutWebhooks, made.refund_id, 'succeeded');
    expect(await feeOf(await chargeOf(payment, seller))).toEqual([654, 654]);
  });

  it('of a payment without a fee reverts none', async () => {
    const payment = await pay(merchant, split('direct', { application_fees: 0 }));
    const { refund_id } = ok(await refund(payment, 6540, { revert_platform_fee: true }));
    await untilRefundIs(merchant, refund_id, 'succeeded');
  });

  it('must say who pays for it', async () => {
    const [onSeller, onPlatform, unsplit] = await Promise.all([
      pay(merchant, direct),
      pay(merchant, destination),
      pay(merchant),
    ]);
    const answers = [
      await refund(onSeller, 100),
      await refund(onSeller, 100, {}),
      await refund(onPlatform, 100, { revert_platform_fee: true }),
      await refund(onSeller, 100, { revert_platform_fee: true, revert_transfer: true }),
      await refund(unsplit, 100, { revert_platform_fee: true }),
    ];
    expect(answers.map(statusAndBody)).toEqual([
      missing('stripe_split_refund'),
      missing('revert_platform_fee'),
      missing('revert_transfer'),
      wrongValue('split_refunds.stripe_split_refund.revert_transfer', 'false for a direct charge'),
      refusal(501, 'IR_00', 'split_refunds is not implemented'),
    ]);
  });
});

describe('a split that cannot be', () => {
  const path = 'split_payments.stripe_split_payment';

  it.each<[string, object, string]>([
    ['application_fees', { application_fees: 6541 }, 'at most the amount'],
    ['application_fees', { application_fees: -1 }, 'a whole number, 0 or more'],
    ['charge_type', { charge_type: 'separate' }, 'direct, destination'],
    ['transfer_account_id', { transfer_account_id: 'acct_1\r\nx: y' }, '1 to 255 letters, digits and _'],
    ['on_behalf_of', { on_behalf_of: 'acct_2' }, 'no value for a direct charge'],
  ])('is refused by %s, without a charge: %j', async (field, changes, allowed) => {
    const answer = await post('/payments', { ...cardBody(), ...split('direct', changes) });
    expect(statusAndBody(answer)).toEqual(wrongValue(`${path}.${field}`, allowed));
  });

  it('is refused when an update lowers the amount below the fee', async () => {
    const { payment_id } = await pay(merchant, { ...direct, confirm: false });
    expect(statusAndBody(await post(`/payments/${payment_id}`, { amount: 653 }))).toEqual(
      wrongValue(`${path}.application_fees`, 'at most the amount'),
    );
    expect(ok(await post(`/payments/${payment_id}`, { amount: 654 })).amount).toBe(654);
  });

  it('in a form of another processor is refused by name', async () => {
    const answer = await post('/payments', {
      ...cardBody(),
      split_payments: { adyen_split_payment: { store: 's', split_items: [] } },
    });
    expect(statusAndBody(answer)).toEqual(refusal(501, 'IR_00', 'split_payments is not implemented'));
  });
});

it('a split payment goes to the account that can split it, others to the first', async () => {
  const mixed = await aMerchant(system, { connectors: ['stripe_test'] });
  const details = { connector_account_details: { auth_type: 'HeaderKey', api_key: secretKey } };
  ok(await mixed.api.post(`/account/${mixed.merchantId}/connectors`, connectorBody('stripe', details)));
  const [splitting, whole] = [await pay(mixed, direct), await pay(mixed)];
  expect([splitting.connector, whole.connector]).toEqual(['stripe', 'stripe_test']);
  expect(await feeOf(await chargeOf(splitting, seller))).toEqual([654, 0]);
});

describe('a browser', () => {
  it('neither sets nor sees the split', async () => {
    const { payment_id, client_secret } = await pay(merchant, { ...direct, confirm: false });
    const path = `/payments/${payment_id}`;
    const other = split('direct', { application_fees: 1 });
    const confirm = { client_secret, ...cardFields(stripeCards.succeeds) };
    expect(statusAndBody(await merchant.client.post(`${path}/confirm`, { ...confirm, ...other }))).toEqual(
      merchantOnly('split_payments'),
    );
    const paid = ok(await merchant.client.post(`${path}/confirm`, confirm));
    expect(paid).toMatchObject({ status: 'succeeded', split_payments: null });
    expect(shownSplit(await seen(merchant, paid))).toMatchObject({ application_fees: 654 });
  });
});

const cardBody = () => ({ amount: 6540, currency: 'USD', confirm: true, ...cardFields(stripeCards.succeeds) });
