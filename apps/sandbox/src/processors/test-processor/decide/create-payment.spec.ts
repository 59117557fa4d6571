import { aMoment, nowMs } from '../../../../test/moment';
import { aPayment, aRequest, paying } from '../../../../test/test-processor/builders';
import { testCards } from '../cards';
import { createPayment } from './create-payment';
import type { PaymentMethodData } from '../payment-methods';

const card = (number: string): { method: PaymentMethodData } => ({ method: { type: 'card', number } });

describe('a payment by card', () => {
  it.each([
    '4111111111111111',
    '4242424242424242',
    '5555555555554444',
    '38000000000006',
    '378282246310005',
    '6011111111111117',
  ])('the card %s is charged at once', (number) => {
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
  ])('the card %s is declined with %s and the record has the error', (number, code, message) => {
    const decision = paying({ ...card(number), connector: 'adyen_test' });
    expect(decision).toMatchObject({
      payment: { status: 'failed', amountReceived: 0, error: { code, message }, operations: [{ status: 'failed' }] },
      refusal: { http: 400, code, message },
    });
    expect(decision.effect).toBeUndefined();
  });

  it('the card 4000000000009995 is charged at stripe_test only', () => {
    expect(aPayment({ ...card('4000000000009995'), connector: 'stripe_test' }).status).toBe('succeeded');
    expect(aPayment({ ...card('4000000000009995'), connector: 'paypal_test' }).status).toBe('failed');
  });

  it('the card 4000003800000446 requires the bank page before any effect', () => {
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

  it('a manual capture authorizes the amount', () => {
    expect(paying({ capture: 'manual' })).toMatchObject({
      payment: { status: 'requires_capture', amountReceived: 0 },
      effect: { kind: 'authorize', amount: 6540 },
      event: 'payment.authorized',
    });
  });

  it('a repeated reference is charged again', () => {
    const moment = aMoment();
    const [first, second] = [createPayment(aRequest(), moment, {}), createPayment(aRequest(), moment, {})];
    expect(first.payment?.id).not.toBe(second.payment?.id);
    expect([first.effect?.reference, second.effect?.reference]).toEqual(['op_1', 'op_1']);
  });

  it('the record contains no card number', () => {
    expect(JSON.stringify(paying(card('4242424242424242')))).not.toContain('4242');
  });
});

describe('a payment by another payment method', () => {
  it.each<[PaymentMethodData, string]>([
    [{ type: 'wallet', brand: 'GooglePay' }, 'Google Pay'],
    [{ type: 'pay_later', brand: 'Klarna' }, 'Klarna'],
    [{ type: 'upi', vpaId: 'success@upi' }, 'UPI Collect'],
  ])('a payment by %j requires the bank page', (method, methodName) => {
    expect(aPayment({ method })).toMatchObject({ status: 'processing', methodName, methodType: method.type });
    expect(aPayment({ method }).challenge).not.toBeNull();
  });

  it.each([
    ['failure@upi', 'DC_06', 'Payment is not successful'],
    ['other@upi', 'DC_08', 'Payment declined: Invalid Upi id'],
  ])('a payment by UPI %s is refused with %s', (vpaId, code, message) => {
    expect(paying({ method: { type: 'upi', vpaId } }).refusal).toEqual({ http: 400, code, message });
  });
});

describe('a payment under a variation', () => {
  it('the payment is pending and settles later', () => {
    const settlesLater = { ms: 500, status: 'failed' } as const;
    const { payment, effect } = createPayment(aRequest(), aMoment(), { settlesLater });
    expect(payment).toMatchObject({
      status: 'processing',
      pending: { kind: 'payment', atMs: nowMs + 500, status: 'failed' },
    });
    expect(effect).toBeUndefined();
  });

  it('the payment charges another amount than requested', () => {
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

it('the test cards are unique and have valid check digits', () => {
  const numbers = testCards.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.filter((number) => !passesLuhn(number))).toEqual([]);
});
