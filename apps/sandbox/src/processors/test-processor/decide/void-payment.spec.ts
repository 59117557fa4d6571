import { aMoment } from '../../../../test/moment';
import { anAuthorizedPayment, aPayment } from '../../../../test/test-processor/builders';
import { capturePayment } from './capture-payment';
import type { Payment } from '../payment';
import { voidPayment } from './void-payment';

const voiding = (payment: Payment, reference = 'op_2') =>
  voidPayment(payment, { reference, reason: null }, aMoment(), {});

it('a void releases the authorization', () => {
  expect(voiding(anAuthorizedPayment())).toMatchObject({
    payment: { status: 'voided', operations: [{}, { kind: 'void', reference: 'op_2', status: 'succeeded' }] },
    effect: { kind: 'void', reference: 'op_2', amount: 6540 },
    event: 'payment.voided',
  });
});

it('a second void is refused with its own message', () => {
  const { payment } = voiding(anAuthorizedPayment());
  const second = voiding(payment!, 'op_3');
  expect(second.refusal).toEqual({ http: 400, code: 'DC_06', message: 'Payment is already voided' });
  expect(second.effect).toBeUndefined();
});

it('a void of a charged or captured payment is refused with DC_06', () => {
  const captured = capturePayment(
    anAuthorizedPayment(),
    { reference: 'op_2', amount: 1, final: true },
    aMoment(),
    {},
  ).payment!;
  for (const payment of [captured, aPayment()]) expect(voiding(payment, 'op_3').refusal?.code).toBe('DC_06');
});

it('a capture after a void is refused with DC_06', () => {
  const voided = voiding(anAuthorizedPayment()).payment!;
  const late = capturePayment(voided, { reference: 'op_3', amount: 6540, final: true }, aMoment(), {});
  expect(late.refusal?.code).toBe('DC_06');
  expect(late.effect).toBeUndefined();
});

it('a void during a challenge closes the page and has no effect', () => {
  const waiting = aPayment({ method: { type: 'card', number: '4000003800000446' } });
  const { payment, effect, refusal } = voiding(waiting);
  expect(payment).toMatchObject({
    status: 'voided',
    challenge: null,
    operations: [{ status: 'failed' }, { kind: 'void', status: 'succeeded' }],
  });
  expect([effect, refusal]).toEqual([undefined, undefined]);
});
