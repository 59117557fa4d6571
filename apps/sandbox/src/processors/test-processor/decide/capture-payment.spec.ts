import { aMoment, nowMs } from '../../../../test/moment';
import { anAuthorizedPayment, aPayment } from '../../../../test/test-processor/builders';
import { capturePayment } from './capture-payment';
import type { Payment } from '../payment';
import { amountCapturable } from '../payment';
import { settlePayment } from './settle-payment';
import { voidPayment } from './void-payment';

const capturing = (payment: Payment, amount: number, reference = 'op_2', final = true) =>
  capturePayment(payment, { reference, amount, final }, aMoment(), {});

it.each([6540, 1000])('a capture of %i of an authorized 6540 releases the rest', (amount) => {
  const { payment, effect, event } = capturing(anAuthorizedPayment(), amount);
  expect(payment).toMatchObject({ status: 'succeeded', amount: 6540, amountReceived: amount });
  expect(amountCapturable(payment!)).toBe(0);
  expect(effect).toEqual({ kind: 'capture', reference: 'op_2', amount, currency: 'USD' });
  expect(event).toBe('payment.captured');
});

it('a capture above the authorized amount is refused with DC_06 and recorded', () => {
  const decision = capturing(anAuthorizedPayment(), 6541);
  expect(decision).toMatchObject({
    refusal: { http: 400, code: 'DC_06' },
    payment: {
      status: 'requires_capture',
      operations: [{ kind: 'payment' }, { kind: 'capture', reference: 'op_2', status: 'failed' }],
    },
  });
  expect(decision.effect).toBeUndefined();
  expect(capturing(decision.payment!, 6540, 'op_3').payment?.amountReceived).toBe(6540);
});

it('a second capture and a capture of a charged payment are refused with DC_06', () => {
  const { payment } = capturing(anAuthorizedPayment(), 1000);
  expect(capturing(payment!, 1000, 'op_3').refusal?.code).toBe('DC_06');
  expect(capturing(aPayment(), 1000).refusal?.code).toBe('DC_06');
});

it('a pending capture settles later and refuses another capture before', () => {
  const settlesLater = { ms: 100, status: 'succeeded' } as const;
  const request = { reference: 'op_2', amount: 6540, final: true };
  const { payment, effect } = capturePayment(anAuthorizedPayment(), request, aMoment(), { settlesLater });
  expect(effect).toBeUndefined();
  expect(payment).toMatchObject({ status: 'requires_capture', pending: { kind: 'capture', atMs: nowMs + 100 } });
  const refused = capturing(payment!, 6540, 'op_3');
  expect(refused.refusal?.code).toBe('DC_06');
  expect(settlePayment(refused.payment!)).toMatchObject({
    payment: { status: 'succeeded', amountReceived: 6540, pending: null },
    effect: { kind: 'capture', reference: 'op_2' },
  });
});

describe('a payment with multicapture', () => {
  const several = () => aPayment({ capture: 'manual', multicapture: true });

  it('keeps the rest authorized until it is captured or voided', () => {
    const first = capturing(several(), 3000, 'op_2', false);
    expect(first.payment).toMatchObject({ status: 'requires_capture', amountReceived: 3000 });
    expect(amountCapturable(first.payment!)).toBe(3540);
    expect(capturing(first.payment!, 3541, 'op_3', false).refusal?.code).toBe('DC_06');
    const last = capturing(first.payment!, 3540, 'op_3', false);
    expect(last.payment).toMatchObject({ status: 'succeeded', amountReceived: 6540 });
    expect(last.effect).toEqual({ kind: 'capture', reference: 'op_3', amount: 3540, currency: 'USD' });
    const voided = voidPayment(first.payment!, { reference: 'op_4', reason: null }, aMoment(), {});
    expect(voided.payment).toMatchObject({ status: 'succeeded', amountReceived: 3000 });
    expect(voided.effect).toEqual({ kind: 'void', reference: 'op_4', amount: 3540, currency: 'USD' });
  });

  it('keeps the rest also after a capture that settles later', () => {
    const settlesLater = { ms: 100, status: 'succeeded' } as const;
    const request = { reference: 'op_2', amount: 3000, final: false };
    const { payment } = capturePayment(several(), request, aMoment(), { settlesLater });
    expect(settlePayment(payment!).payment).toMatchObject({ status: 'requires_capture', amountReceived: 3000 });
  });

  it('must be requested', () => {
    expect(capturing(anAuthorizedPayment(), 3000, 'op_2', false).refusal?.message).toBe('Payment can be captured once');
  });
});

it.each([
  ['4242424242424242', 7848],
  ['5555555555554444', 6540],
])('an overcapture of card %s takes up to %i', (number, maximum) => {
  const payment = aPayment({ capture: 'manual', overcapture: true, method: { type: 'card', number } });
  expect(payment.maximumCapturable).toBe(maximum);
  expect(capturing(payment, maximum + 1).refusal?.code).toBe('DC_06');
  expect(capturing(payment, maximum).payment).toMatchObject({ status: 'succeeded', amountReceived: maximum });
});
