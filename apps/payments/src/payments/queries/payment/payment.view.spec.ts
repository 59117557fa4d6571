import {
  aContext,
  aPayment,
  aProfile,
  cardFields,
  create,
  receive,
  later,
  paymentOf,
  rules,
} from '../../../../test/builders';
import { unknown } from '../../../../test/outcomes';
import { minorUnits, type CustomerId } from '@payorch/kernel';
import type { Payment } from '../../domain/payment';
import type { ViewOptions } from './payment.view';
import { paymentView } from './payment.view';

const context = {
  publicUrl: 'https://pay.example',
  redirectToken: rules.redirectToken,
  linkToken: rules.linkToken,
  clientSessionId: rules.clientSessionId,
  profile: aProfile,
  publishableKey: 'pk_dev_1',
  pollConfig: () => ({ delay_in_secs: 2, frequency: 5 }),
  gsmRule: () => undefined,
};
const options: ViewOptions = { caller: 'merchant', expandAttempts: false, expandCaptures: false };
const view = (payment: Payment, changes: Partial<ViewOptions> = {}, more: Partial<typeof context> = {}) =>
  JSON.parse(paymentView(payment, { ...options, ...changes }, { ...context, ...more })) as Record<string, unknown>;

describe('the payment object', () => {
  it('has the same keys in the same order in every state', () => {
    const keys = Object.keys(view(aPayment.withoutMethod()));
    expect(keys.slice(0, 6)).toEqual(['payment_id', 'merchant_id', 'status', 'amount', 'net_amount', 'shipping_cost']);
    expect(keys.at(-1)).toBe('ephemeral_key');
    expect(keys).toHaveLength(114);
    for (const payment of [aPayment.authorizing(), aPayment.challenged(), aPayment.charged(), aPayment.declined()]) {
      expect(Object.keys(view(payment))).toEqual(keys);
    }
  });

  it('shows the request’s fields, and null for absent ones', () => {
    const details = {
      description: 'A "quoted" text',
      metadata: { order: { id: 1 } },
      order_details: [{ quantity: 1 }],
    };
    const payment = paymentOf(create(cardFields({ details, shippingCost: minorUnits(50n) }), false));
    expect(view(payment)).toMatchObject({
      ...details,
      amount: 1050,
      net_amount: 1100,
      shipping_cost: 50,
      mandate_data: null,
    });
  });

  it('shows the public data of a card', () => {
    const data = view(aPayment.charged())['payment_method_data'] as { card: Record<string, unknown>; billing: null };
    expect(data.card).toMatchObject({
      last4: '4242',
      card_isin: '424242',
      card_exp_month: '10',
      card_holder_name: 'Jo',
    });
    expect(JSON.stringify(view(aPayment.charged()))).not.toContain('sealed');
    expect(data.billing).toBeNull();
  });

  it('shows a decline in the processor’s words', () => {
    expect(view(aPayment.declined())).toMatchObject({
      status: 'failed',
      error_code: 'DC_08',
      error_message: 'Payment declined: Card declined',
      unified_code: 'UE_9000',
      unified_message: 'Something went wrong',
      error_details: { connector_details: { code: 'DC_08', message: 'Payment declined: Card declined', reason: null } },
      network_details: { network_advice_code: null },
    });
  });

  it('names no error where the processor names none', () => {
    const silent = {
      kind: 'declined',
      reference: 'r',
      error: { code: '', message: '', reason: null },
      retry: 'never',
    } as const;
    const payment = paymentOf(receive(aPayment.challenged(), silent));
    expect(view(payment)).toMatchObject({
      status: 'failed',
      error_code: null,
      error_message: null,
      unified_code: null,
      error_details: null,
    });
  });

  it('shows an unknown outcome as processing', () => {
    const payment = paymentOf(receive(aPayment.authorizing(), unknown));
    expect(view(payment)).toMatchObject({ status: 'processing', amount_received: null, error_code: 'TIMEOUT' });
  });

  it('sends the customer to our own page first, in a popup where requested', () => {
    const redirect = 'https://pay.example/payments/redirect/pay_1/merchant_a/pay_1_1?redirect_token=token-of-pay_1_1';
    expect(view(aPayment.challenged())['next_action']).toEqual({ type: 'redirect_to_url', redirect_to_url: redirect });
    expect(
      view(aPayment.challenged(), {}, { profile: { ...aProfile, iframeRedirection: true } })['next_action'],
    ).toEqual({
      type: 'redirect_inside_popup',
      popup_url: redirect,
      redirect_response_url:
        'https://pay.example/payments/pay_1/merchant_a/redirect/response/stripe_test?redirect_token=token-of-pay_1_1',
    });
  });

  it('hides the processors’ data from a browser', () => {
    const payment = paymentOf(
      create(cardFields({ details: { metadata: { secret: 1 } } }), true, aContext({ now: later(0) })),
    );
    expect(view(payment)['metadata']).toEqual({ secret: 1 });
    expect(view(payment, { caller: 'client' })).toMatchObject({ metadata: null, merchant_connector_id: null });
  });

  it('hides the customer from a person with the link, also by its id', () => {
    const customer = { customerId: 'cus_ada' as CustomerId, details: { billing: { address: { city: 'Ulm' } } } };
    const payment = (link: object) => paymentOf(create(cardFields({ ...customer, ...link }), false));
    const linked = payment({ link: { origin: null, allowedDomains: null, config: {} } });
    const text = JSON.stringify(view(linked, { caller: 'client', expandAttempts: true, expandCaptures: true }));
    expect(text).not.toMatch(/cus_ada|Ulm/);
    expect(view(linked)).toMatchObject({ customer_id: 'cus_ada' });
    expect(view(payment({}), { caller: 'client' })).toMatchObject({ customer_id: 'cus_ada' });
  });

  it('lists attempts and captures where requested', () => {
    const payment = aPayment.capturing(600n);
    expect(view(payment)).not.toHaveProperty('attempts');
    expect(view(payment, { expandAttempts: true })['attempts']).toMatchObject([
      { attempt_id: 'pay_1_1', status: 'capture_initiated' },
    ]);
    expect(view(payment, { expandCaptures: true })['captures']).toMatchObject([
      {
        capture_id: 'pay_1_1_1',
        amount: 600,
        status: 'started',
        capture_sequence: 1,
        authorized_attempt_id: 'pay_1_1',
      },
    ]);
  });

  it('has the authorization of client SDKs', () => {
    const authorization = Buffer.from(String(view(aPayment.unconfirmed())['sdk_authorization']), 'base64').toString();
    expect(authorization).toBe(
      'profile_id=pro_1,publishable_key=pk_dev_1,client_secret=pay_1_secret_xxxxxxxxxxxxxxxxxxxx,client_session_id=cs_of_pay_1_secret_xxxxxxxxxxxxxxxxxxxx,payment_id=pay_1',
    );
  });
});
