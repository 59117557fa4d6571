import { aMoment, nowMs } from '../../../../test/moment';
import { aPayment, aRequest, paying } from '../../../../test/test-processor/builders';
import { testCards } from '../cards';
import { createPayment } from './create-payment';
import { completeChallenge, settlePayment } from './settle-payment';
import type { PaymentMethodData } from '../payment-methods';

const by = (method: string, data: string, name = 'Name'): PaymentMethodData => ({ type: 'other', method, data, name });
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
        challenge: { attemptId: 'dummy_attempt_2', expiresAtMs: nowMs + 36_000_000, step: 'redirect_to_url' },
      },
    });
    expect(decision.effect).toBeUndefined();
  });

  it('the card 4000000000075004 requires the post of a hidden frame', () =>
    expect(paying(card('4000000000075004'))).toMatchObject({
      payment: { status: 'processing', challenge: { step: 'invoke_hidden_iframe' } },
    }));

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
    [by('wallet', 'wallet.google_pay_redirect', 'Google Pay'), 'Google Pay'],
    [by('pay_later', 'pay_later.klarna_redirect', 'Klarna'), 'Klarna'],
    [{ type: 'upi_collect', vpaId: 'success@upi' }, 'UPI Collect'],
  ])('a payment by %j requires the bank page', (method, methodName) => {
    expect(aPayment({ method })).toMatchObject({
      status: 'processing',
      methodName,
      pending: null,
      challenge: { step: 'redirect_to_url' },
    });
  });

  it('a payment by a code requires the customer, without a return to the shop', () =>
    expect(aPayment({ method: by('wallet', 'wallet.cashapp_qr') })).toMatchObject({
      status: 'processing',
      methodType: 'wallet',
      pending: null,
      challenge: { step: 'qr_code_information' },
    }));

  it('a transfer shows the account of its kind', () =>
    expect(aPayment({ method: by('bank_transfer', 'bank_transfer.sepa_bank_transfer') }).challenge).toMatchObject({
      step: 'display_bank_transfer_information',
      variant: 'sepa',
    }));

  it('a payment that the customer has approved already is charged at once', () =>
    expect(paying({ method: by('wallet', 'wallet.apple_pay') })).toMatchObject({
      payment: { status: 'succeeded', challenge: null },
      effect: { kind: 'charge' },
    }));

  it.each([
    ['bank_debit', 'bank_debit.sepa_bank_debit', null],
    ['bank_redirect', 'bank_redirect.blik', { step: 'wait_screen_information' }],
  ])('a payment by %s settles by itself', (method, data, challenge) => {
    const decision = paying({ method: by(method, data) });
    expect(decision.effect).toBeUndefined();
    expect(decision.payment).toMatchObject({
      status: 'processing',
      challenge,
      pending: { kind: 'payment', status: 'succeeded', atMs: nowMs + 1000 },
    });
    expect(settlePayment(decision.payment!)).toMatchObject({
      payment: { status: 'succeeded', challenge: null, pending: null },
      event: 'payment.succeeded',
    });
  });

  it('a fault may fail a payment that settles by itself, and never one that waits for its customer', () => {
    const failing = { settlesLater: { ms: 300, status: 'failed' } } as const;
    const of = (data: string) => createPayment(aRequest({ method: by('x', data) }), aMoment(), failing).payment;
    expect(of('bank_redirect.blik')?.pending).toMatchObject({ status: 'failed', atMs: nowMs + 300 });
    expect(of('wallet.cashapp_qr')?.pending).toBeNull();
  });

  it('the customer’s choice ends what would settle by itself', () => {
    const payment = aPayment({ method: by('bank_redirect', 'bank_redirect.blik') });
    const { payment: rejected } = completeChallenge(payment, false);
    expect(rejected).toMatchObject({ status: 'failed', pending: null });
    expect(settlePayment(rejected!)).toEqual({});
  });

  it.each([
    ['failure@upi', 'DC_06', 'Payment is not successful'],
    ['other@upi', 'DC_08', 'Payment declined: Invalid Upi id'],
  ])('a payment by UPI %s is refused with %s', (vpaId, code, message) => {
    expect(paying({ method: { type: 'upi_collect', vpaId } }).refusal).toEqual({ http: 400, code, message });
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
