import { aMoment, anAuthorizedPayment, aPayment } from '../../test/builders';
import { capturePayment } from './capture-payment';
import type { Payment } from './payment';
import { voidPayment } from './void-payment';

const voiding = (payment: Payment, reference = 'op_2') =>
  voidPayment(payment, { reference, reason: null }, aMoment(), {});

it('lets a hold go', () => {
  expect(voiding(anAuthorizedPayment())).toMatchObject({
    payment: { status: 'voided', operations: [{}, { kind: 'void', reference: 'op_2', status: 'succeeded' }] },
    effect: { kind: 'void', reference: 'op_2', amount: 6540 },
    event: 'payment.voided',
  });
});

it('refuses a second void in words of its own', () => {
  const { payment } = voiding(anAuthorizedPayment());
  const second = voiding(payment!, 'op_3');
  expect(second.refusal).toEqual({ http: 400, code: 'DC_06', message: 'Payment is already voided' });
  expect(second.effect).toBeUndefined();
});

it('refuses to void what was charged or captured', () => {
  const captured = capturePayment(anAuthorizedPayment(), { reference: 'op_2', amount: 1 }, aMoment(), {}).payment!;
  for (const payment of [captured, aPayment()]) expect(voiding(payment, 'op_3').refusal?.code).toBe('DC_06');
});

it('lets void and capture not both win', () => {
  const voided = voiding(anAuthorizedPayment()).payment!;
  const late = capturePayment(voided, { reference: 'op_3', amount: 6540 }, aMoment(), {});
  expect(late.refusal?.code).toBe('DC_06');
  expect(late.effect).toBeUndefined();
});

it('shuts the page of a customer who has not answered, and moves nothing', () => {
  const waiting = aPayment({ method: { type: 'card', number: '4000003800000446' } });
  const { payment, effect, refusal } = voiding(waiting);
  expect(payment).toMatchObject({
    status: 'voided',
    challenge: null,
    operations: [{ status: 'failed' }, { kind: 'void', status: 'succeeded' }],
  });
  expect([effect, refusal]).toEqual([undefined, undefined]);
});
