import type Stripe from 'stripe';
import { RunningStripe, until } from '../../../test/stripe/running-stripe';

let stripe: RunningStripe;
let client: Stripe;

beforeAll(async () => {
  stripe = await RunningStripe.start();
  ({ client } = stripe);
});
afterAll(() => stripe.stop());

type Method = Stripe.PaymentIntentCreateParams.PaymentMethodData;

const pay = (method: Method, rest: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  client.paymentIntents.create({
    amount: 5000,
    currency: 'eur',
    confirm: true,
    allowed_payment_method_types: [method.type as 'card'],
    payment_method_data: method,
    return_url: 'https://shop.example/back',
    ...rest,
  });
const statusOf = async (id: string) => (await client.paymentIntents.retrieve(id)).status;
const ends = (id: string, status: string) =>
  until(
    () => client.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
    (intent) => intent.status === status,
  );

/** The page of any next action. */
const pageOf = ({ next_action }: Stripe.PaymentIntent): string =>
  /"(http[^"]*\/stripe\/authorize\/[^"/]*)"/.exec(JSON.stringify(next_action))?.[1] ?? 'no page';

describe('payment methods with a page', () => {
  it.each<[Stripe.PaymentIntentCreateParams.PaymentMethodData.Type, string, string]>([
    ['ideal', 'eur', 'redirect_to_url'],
    ['bancontact', 'eur', 'redirect_to_url'],
    ['eps', 'eur', 'redirect_to_url'],
    ['giropay', 'eur', 'redirect_to_url'],
    ['p24', 'pln', 'redirect_to_url'],
    ['fpx', 'myr', 'redirect_to_url'],
    ['klarna', 'eur', 'redirect_to_url'],
    ['affirm', 'usd', 'redirect_to_url'],
    ['afterpay_clearpay', 'usd', 'redirect_to_url'],
    ['amazon_pay', 'usd', 'redirect_to_url'],
    ['revolut_pay', 'gbp', 'redirect_to_url'],
    ['alipay', 'usd', 'alipay_handle_redirect'],
    ['wechat_pay', 'usd', 'wechat_pay_display_qr_code'],
    ['cashapp', 'usd', 'cashapp_handle_redirect_or_display_qr_code'],
  ])('a payment by %s in %s requires %s', async (type, currency, action) => {
    for (const agreed of [true, false]) {
      const intent = await pay({ type }, { currency });
      expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: action } });
      const location = await stripe.choose(pageOf(intent), agreed);
      expect(location.searchParams.get('payment_intent')).toBe(intent.id);
      expect(await statusOf(intent.id)).toBe(agreed ? 'succeeded' : 'requires_payment_method');
    }
  });

  it('the page has the ids of Stripe’s own test page', async () => {
    const html = await (await fetch(pageOf(await pay({ type: 'ideal' })))).text();
    for (const id of ['frame-warning-container', 'authorize-test-payment', 'fail-test-payment'])
      expect(html).toContain(`id="${id}"`);
    expect(html).toMatch(/<a class="authorize common-Button [^>]* name="success"[^>]*>Authorize Test Payment<\/a>/);
    expect(html).toMatch(/<a class="reject common-Button [^>]*>Fail Test Payment<\/a>/);
  });

  it('the page of 3D Secure has the choice two frames deep, with the ids of Stripe’s own', async () => {
    const paid = await pay(
      { type: 'card' },
      { payment_method: 'pm_card_threeDSecure2Required', payment_method_data: undefined as never },
    );
    const outer = await (await fetch(pageOf(paid))).text();
    expect(outer).toMatch(/<iframe [^>]*name="__privateStripeFrame\d+">/);
    const inner = await (await fetch(`${pageOf(paid)}?frame=1`)).text();
    expect(inner).toMatch(/<iframe [^>]*id="challengeFrame"/);
    const { text, depth } = await stripe.innermost(pageOf(paid));
    expect(depth).toBe(2);
    for (const id of ['test-source-authorize-3ds', 'test-source-fail-3ds'])
      expect(text).toContain(`id="${id}" target="_top"`);
  });

  it.each(['ideal', 'bancontact'] as const)('a saved %s becomes a SEPA debit', async (type) => {
    const { id: customer } = await client.customers.create();
    const paid = await pay({ type }, { customer, setup_future_usage: 'off_session' });
    await stripe.choose(pageOf(paid), true);
    const setup = await client.setupIntents.create({
      customer,
      confirm: true,
      payment_method_data: { type },
      return_url: 'https://shop.example/back',
      allowed_payment_method_types: [type],
      mandate_data: { customer_acceptance: { type: 'offline' } },
    });
    await stripe.choose(pageOf(setup as unknown as Stripe.PaymentIntent), true);

    const { latest_charge: charge } = await client.paymentIntents.retrieve(paid.id, { expand: ['latest_charge'] });
    const { latest_attempt: attempt } = await client.setupIntents.retrieve(setup.id, { expand: ['latest_attempt'] });
    const debits = [charge, attempt].map((one) => {
      const details = (one as Stripe.Charge).payment_method_details?.[type];
      return details?.generated_sepa_debit as string;
    });
    for (const payment_method of debits) {
      const again = await client.paymentIntents.create({
        amount: 1500,
        currency: 'eur',
        customer,
        payment_method,
        confirm: true,
        off_session: true,
        allowed_payment_method_types: ['sepa_debit'],
      });
      expect(again.status).toBe('processing');
      await ends(again.id, 'succeeded');
    }
    expect(new Set(debits).size).toBe(2);
  });

  it.each([
    ['cashapp', 'usd'],
    ['amazon_pay', 'usd'],
    ['revolut_pay', 'gbp'],
  ] as const)('a saved %s is charged again without a page', async (type, currency) => {
    const { id: customer } = await client.customers.create();
    const paid = await pay({ type }, { currency, customer, setup_future_usage: 'off_session' });
    await stripe.choose(pageOf(paid), true);
    const { payment_method } = await client.paymentIntents.retrieve(paid.id);
    const again = await client.paymentIntents.create({
      amount: 1500,
      currency,
      customer,
      payment_method: payment_method as string,
      confirm: true,
      off_session: true,
      return_url: 'https://shop.example/back',
      allowed_payment_method_types: [type],
    });
    expect(again.status).toBe('succeeded');
  });

  it('a payment by sofort is processing after the page', async () => {
    const intent = await pay({ type: 'sofort', sofort: { country: 'DE' } });
    const location = await stripe.choose(pageOf(intent), true);
    expect(location.searchParams.get('redirect_status')).toBe('pending');
    expect(await statusOf(intent.id)).toBe('processing');
    await ends(intent.id, 'succeeded');
  });
});

describe('payment methods that settle later', () => {
  const iban = (number: string): Method => ({
    type: 'sepa_debit',
    sepa_debit: { iban: number },
    billing_details: { name: 'Jo', email: 'jo@example.com' },
  });

  it.each<[string, Method, string]>([
    ['sepa_debit', iban('DE89370400440532013000'), 'eur'],
    ['bacs_debit', { type: 'bacs_debit', bacs_debit: { account_number: '00012345', sort_code: '108800' } }, 'gbp'],
    [
      'au_becs_debit',
      { type: 'au_becs_debit', au_becs_debit: { account_number: '000123456', bsb_number: '000000' } },
      'aud',
    ],
  ])('a payment by %s is processing, then succeeds', async (type, method, currency) => {
    const intent = await pay(method, { currency });
    expect(intent.status).toBe('processing');
    const { latest_charge: charge } = await ends(intent.id, 'succeeded');
    expect(charge).toMatchObject({ status: 'succeeded', payment_method_details: { type } });
  });

  it('a failed debit has an error code', async () => {
    const intent = await pay(iban('DE62370400440532013001'));
    const failed = await ends(intent.id, 'requires_payment_method');
    expect(failed.last_payment_error?.code).toBe('generic_could_not_process');
    expect(failed.latest_charge).toMatchObject({ status: 'failed' });
  });

  it('a US bank account is verified by its deposits or on the page', async () => {
    const account: Method = {
      type: 'us_bank_account',
      us_bank_account: {
        account_number: '000123456789',
        routing_number: '110000000',
        account_holder_type: 'individual',
      },
    };
    const intent = await pay(account, { currency: 'usd' });
    expect(intent.next_action?.type).toBe('verify_with_microdeposits');
    await expect(client.paymentIntents.verifyMicrodeposits(intent.id, { amounts: [1, 2] })).rejects.toThrow('match');
    const verified = await client.paymentIntents.verifyMicrodeposits(intent.id, { amounts: [32, 45] });
    expect(verified.status).toBe('processing');
    await ends(intent.id, 'succeeded');
    const other = await pay(account, { currency: 'usd' });
    await stripe.choose(pageOf(other), true);
    await ends(other.id, 'succeeded');
  });

  it('a payment by blik is authorized in the app', async () => {
    const options = { blik: { code: '777124' } };
    const intent = await pay({ type: 'blik' }, { currency: 'pln', payment_method_options: options });
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'blik_authorize' } });
    await ends(intent.id, 'succeeded');
    const metadata = { sandbox_fault: 'pending_then_settled:50:failed' };
    const other = await pay({ type: 'blik' }, { currency: 'pln', payment_method_options: options, metadata });
    expect(other.status).toBe('requires_action');
    const declined = await ends(other.id, 'requires_payment_method');
    expect(declined.last_payment_error?.code).toBe('payment_method_provider_decline');
  });

  it('a payment by multibanco has a voucher', async () => {
    const intent = await pay({ type: 'multibanco', billing_details: { email: 'jo@example.com' } });
    expect(intent.next_action).toMatchObject({ multibanco_display_details: { entity: '12345' } });
    await stripe.choose(pageOf(intent), true);
    expect(await statusOf(intent.id)).toBe('succeeded');
  });

  it('a bank transfer succeeds when it is fully funded', async () => {
    const options = {
      customer_balance: { funding_type: 'bank_transfer', bank_transfer: { type: 'us_bank_transfer' } },
    } as const;
    const transfer = (customer?: string) =>
      pay(
        { type: 'customer_balance' },
        { currency: 'usd', payment_method_options: options, ...(customer === undefined ? {} : { customer }) },
      );
    await expect(transfer()).rejects.toMatchObject({ param: 'customer' });
    const { id } = await client.customers.create();
    const intent = await transfer(id);
    expect(intent.next_action?.display_bank_transfer_instructions).toMatchObject({
      amount_remaining: 5000,
      type: 'us_bank_transfer',
      financial_addresses: [{ type: 'aba' }],
    });
    const fund = (amount: number) =>
      client.rawRequest('POST', `/v1/test_helpers/customers/${id}/fund_cash_balance`, { amount, currency: 'usd' });
    await fund(2000);
    const part = await client.paymentIntents.retrieve(intent.id);
    expect(part.next_action?.display_bank_transfer_instructions?.amount_remaining).toBe(3000);
    await fund(3000);
    expect(await statusOf(intent.id)).toBe('succeeded');
  });

  it('a refund of a redirect payment is pending first', async () => {
    const intent = await pay({ type: 'ideal' });
    await stripe.choose(pageOf(intent), true);
    const refund = await client.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('pending');
    await until(
      () => client.refunds.retrieve(refund.id),
      ({ status }) => status === 'succeeded',
    );
  });
});

describe('wallets', () => {
  it('a wallet’s token stands for a card', async () => {
    const { id } = (await client.rawRequest('POST', '/v1/tokens', {
      pk_token: '{"version":"EC_v1","data":"sealed"}',
      pk_token_payment_network: 'Visa',
    })) as unknown as Stripe.Token;
    const method = await client.paymentMethods.create({ type: 'card', card: { token: id } });
    expect(method.card?.wallet?.type).toBe('apple_pay');
    expect((await pay({ type: 'card', card: { token: id } } as Method)).status).toBe('succeeded');
    expect((await pay({ type: 'card', card: { token: 'tok_visa' } } as Method)).status).toBe('succeeded');
    await expect(pay({ type: 'card', card: { token: 'tok_none' } } as Method)).rejects.toThrow(
      "No such token: 'tok_none'",
    );
  });
});

describe('unsupported uses of a payment method', () => {
  it.each<[string, Method, Partial<Stripe.PaymentIntentCreateParams>, string]>([
    ['another currency', { type: 'ideal' }, { currency: 'usd' }, 'The currency provided (usd) is invalid'],
    ['manual capture', { type: 'ideal' }, { capture_method: 'manual' }, 'does not support manual capture'],
    [
      'an intent of other types',
      { type: 'ideal' },
      { allowed_payment_method_types: ['card'] },
      'The PaymentMethod provided (ideal) is not allowed',
    ],
  ])('a payment method is refused for %s', async (_, method, rest, message) => {
    await expect(pay(method, rest)).rejects.toThrow(message);
  });
});

it('every response matches Stripe’s published description', () => {
  expect(stripe.problems()).toEqual([]);
  expect(stripe.described()).toBeGreaterThan(80);
});
