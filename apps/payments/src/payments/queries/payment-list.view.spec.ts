import { aPayment, aProfile, cardFields, create, paymentOf, rules } from '../../../test/builders';
import { listItem } from './payment-list.view';
import { paymentView } from './payment/payment.view';

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
const item = (payment: Parameters<typeof listItem>[0]) => listItem(payment, context) as Record<string, unknown>;
const whole = { caller: 'merchant', expandAttempts: false, expandCaptures: false } as const;

describe('a payment in a list', () => {
  it('has the keys of the payment object, in its order', () => {
    const payment = aPayment.charged();
    const keys = Object.keys(JSON.parse(paymentView(payment, whole, context)) as object);
    expect(Object.keys(item(payment))).toEqual(keys);
  });

  it('shows its status, its order and its connector', () => {
    const details = { description: 'two books', metadata: { order: 1 }, merchant_order_reference_id: 'o-1' };
    expect(item(paymentOf(create(cardFields({ details }), false)))).toMatchObject({ ...details, amount: 1050 });
    expect(item(aPayment.charged())).toMatchObject({
      status: 'succeeded',
      net_amount: 1050,
      connector: 'stripe_test',
      payment_method: 'card',
      payment_method_data: { card: { last4: '4242' } },
      client_secret: 'pay_1_secret_xxxxxxxxxxxxxxxxxxxx',
    });
  });

  it('has more null keys than a retrieve', () => {
    const customer = { name: 'Jo', email: 'jo@acme.example', phone: '5' };
    const payment = { ...aPayment.charged(), returnUrl: 'https://acme.example', customer };
    const left = { amount_received: null, return_url: null, expires_on: null, sdk_authorization: null };
    expect(item(payment)).toMatchObject({ ...left, email: null, name: null, phone: null, customer });
  });

  it('shows the processor’s message, but neither its code nor its reason', () => {
    expect(item(aPayment.declined())).toMatchObject({
      error_code: null,
      error_message: 'Payment declined: Card declined',
      unified_code: null,
    });
  });
});
