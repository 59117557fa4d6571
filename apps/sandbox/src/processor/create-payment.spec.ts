import { aMoment, aPayment, aRequest, nowMs, paying } from '../../test/builders';
import { testCards } from './cards';
import { createPayment } from './create-payment';
import type { PaymentMethodData } from './payment-methods';

const card = (number: string): { method: PaymentMethodData } => ({ method: { type: 'card', number } });

describe('a payment by card', () => {
  it.each([
    '4111111111111111',
    '4242424242424242',
    '5555555555554444',
    '38000000000006',
    '378282246310005',
    '6011111111111117',
  ])('charges %s at once', (number) => {
    expect(paying(card(number))).toMatchObject({
      payment: { status: 'succeeded', amount: 6540, amountReceived: 6540 },
      effect: { kind: 'charge', reference: 'op_1', amount: 6540, currency: 'USD' },
      event: 'payment.succeeded',
    });
  });

  it.each([
    ['5105105105105100', 'DC_08', 'Payment declined: Card declined'],
    ['4000000000000002', 'DC_08', 'Payment declined: Card declined'],
    ['4000000000009995', 'DC_08', 'Payment declined: Internal Server Error from Connector, Please try again later'],
    ['4000000000009987', 'DC_08', 'Payment declined: Lost card'],
    ['4000000000009979', 'DC_08', 'Payment declined: Stolen card'],
    ['4000000000000010', 'DC_04', 'Card not supported. Please use test cards'],
  ])('declines %s with %s and keeps a record that says why', (number, code, message) => {
    const decision = paying({ ...card(number), connector: 'adyen_test' });
    expect(decision).toMatchObject({
      payment: { status: 'failed', amountReceived: 0, error: { code, message }, operations: [{ status: 'failed' }] },
      refusal: { http: 400, code, message },
    });
    expect(decision.effect).toBeUndefined();
  });

  it('lets stripe_test alone charge 4000000000009995', () => {
    expect(aPayment({ ...card('4000000000009995'), connector: 'stripe_test' }).status).toBe('succeeded');
    expect(aPayment({ ...card('4000000000009995'), connector: 'paypal_test' }).status).toBe('failed');
  });

  it('sends 4000003800000446 to the bank page, and moves nothing yet', () => {
    const decision = paying(card('4000003800000446'));
    expect(decision).toMatchObject({
      payment: {
        status: 'processing',
        methodName: '3D Secure',
        challenge: { attemptId: 'dummy_attempt_2', expiresAtMs: nowMs + 36_000_000 },
      },
    });
    expect(decision.effect).toBeUndefined();
  });

  it('holds the sum where capture is manual', () => {
    expect(paying({ capture: 'manual' })).toMatchObject({
      payment: { status: 'requires_capture', amountReceived: 0 },
      effect: { kind: 'hold', amount: 6540 },
      event: 'payment.authorized',
    });
  });

  it('charges a reference again that was charged before', () => {
    const moment = aMoment();
    const [first, second] = [createPayment(aRequest(), moment, {}), createPayment(aRequest(), moment, {})];
    expect(first.payment?.id).not.toBe(second.payment?.id);
    expect([first.effect?.reference, second.effect?.reference]).toEqual(['op_1', 'op_1']);
  });

  it('keeps no card number in its record', () => {
    expect(JSON.stringify(paying(card('4242424242424242')))).not.toContain('4242');
  });
});

describe('a payment by another method', () => {
  it.each<[PaymentMethodData, string]>([
    [{ type: 'wallet', brand: 'GooglePay' }, 'Google Pay'],
    [{ type: 'pay_later', brand: 'Klarna' }, 'Klarna'],
    [{ type: 'upi', vpaId: 'success@upi' }, 'UPI Collect'],
  ])('%j goes to the bank page', (method, methodName) => {
    expect(aPayment({ method })).toMatchObject({ status: 'processing', methodName, methodType: method.type });
    expect(aPayment({ method }).challenge).not.toBeNull();
  });

  it.each([
    ['failure@upi', 'DC_06', 'Payment is not successful'],
    ['someone@upi', 'DC_08', 'Payment declined: Invalid Upi id'],
  ])('UPI %s is refused with %s', (vpaId, code, message) => {
    expect(paying({ method: { type: 'upi', vpaId } }).refusal).toEqual({ http: 400, code, message });
  });
});

describe('a payment under a variation', () => {
  it('is decided later', () => {
    const settlesLater = { ms: 500, status: 'failed' } as const;
    const { payment, effect } = createPayment(aRequest(), aMoment(), { settlesLater });
    expect(payment).toMatchObject({
      status: 'processing',
      pending: { kind: 'payment', atMs: nowMs + 500, status: 'failed' },
    });
    expect(effect).toBeUndefined();
  });

  it('is charged another sum than asked', () => {
    expect(createPayment(aRequest(), aMoment(), { amountDelta: 1 })).toMatchObject({
      payment: { amount: 6541 },
      effect: { amount: 6541 },
    });
  });
});

const passesLuhn = (number: string): boolean =>
  [...number].reverse().reduce((sum, digit, at) => {
    const weighted = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return sum + (weighted > 9 ? weighted - 9 : weighted);
  }, 0) %
    10 ===
  0;

it('lists every card once, with a right check digit', () => {
  const numbers = testCards.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.filter((number) => !passesLuhn(number))).toEqual([]);
});
