import { aMoment, nowMs } from '../../../../test/moment';
import { anAuthorizedPayment, aPayment } from '../../../../test/test-processor/builders';
import { capturePayment } from './capture-payment';
import type { Payment } from '../payment';
import { amountCapturable } from '../payment';
import { settlePayment } from './settle-payment';

const capturing = (payment: Payment, amount: number, reference = 'op_2') =>
  capturePayment(payment, { reference, amount }, aMoment(), {});

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
  const { payment, effect } = capturePayment(anAuthorizedPayment(), { reference: 'op_2', amount: 6540 }, aMoment(), {
    settlesLater,
  });
  expect(effect).toBeUndefined();
  expect(payment).toMatchObject({ status: 'requires_capture', pending: { kind: 'capture', atMs: nowMs + 100 } });
  const refused = capturing(payment!, 6540, 'op_3');
  expect(refused.refusal?.code).toBe('DC_06');
  expect(settlePayment(refused.payment!)).toMatchObject({
    payment: { status: 'succeeded', amountReceived: 6540, pending: null },
    effect: { kind: 'capture', reference: 'op_2' },
  });
});
