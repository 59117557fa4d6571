import { aMoment, nowMs } from '../../../../test/moment';
import { aPayment, anAuthorizedPayment } from '../../../../test/test-processor/builders';
import { extendAuthorization } from './extend-authorization';
import type { Variation } from '../../../kit/faults/plan';
import type { Payment } from '../payment';
import { settlePayment } from './settle-payment';
import { paymentView } from '../views';
import { voidPayment } from './void-payment';

const extend = (payment: Payment, variation: Variation = {}) =>
  extendAuthorization(payment, { reference: 'op_2', reason: null }, aMoment(), variation);
const daysLater = (days: number) => new Date(nowMs + days * 86_400_000).toISOString();
const captureBefore = (payment: Payment | undefined) => payment && paymentView(payment, '').capture_before;

describe('extending an authorization', () => {
  it('an extension adds thirty days, moves no money and is recorded as an effect', () => {
    const { payment, effect, event } = extend(anAuthorizedPayment());
    expect(payment).toMatchObject({
      status: 'requires_capture',
      amountReceived: 0,
      operations: [{}, { reference: 'op_2', kind: 'extend', status: 'succeeded', amount: 6540, error: null }],
    });
    expect(effect).toMatchObject({ kind: 'extend', reference: 'op_2', amount: 6540 });
    expect(event).toBe('payment.authorization_extended');
    expect([captureBefore(anAuthorizedPayment()), captureBefore(payment)]).toEqual([null, daysLater(30)]);
  });

  it('each extension adds another thirty days', () => {
    expect(captureBefore(extend(extend(anAuthorizedPayment()).payment!).payment)).toBe(daysLater(60));
  });

  it.each<[string, Payment]>([
    ['a charged payment', aPayment()],
    [
      'a voided payment',
      voidPayment(anAuthorizedPayment(), { reference: 'op_3', reason: null }, aMoment(), {}).payment!,
    ],
    [
      'a payment with a pending extension',
      extend(anAuthorizedPayment(), { settlesLater: { ms: 1000, status: 'succeeded' } }).payment!,
    ],
  ])('an extension of %s is refused and recorded', (_, payment) => {
    const message = 'Payment has no authorization that could be extended';
    const { refusal, effect, payment: after } = extend(payment);
    expect([refusal?.message, effect, after?.status]).toEqual([message, undefined, payment.status]);
    expect(after?.operations.at(-1)).toMatchObject({ kind: 'extend', status: 'failed', error: { message } });
  });

  it('a pending extension settles later', () => {
    const later = (status: 'succeeded' | 'failed') =>
      settlePayment(extend(anAuthorizedPayment(), { settlesLater: { ms: 1000, status } }).payment!);
    expect(later('succeeded')).toMatchObject({ payment: { status: 'requires_capture' }, effect: { kind: 'extend' } });
    expect(captureBefore(later('succeeded').payment)).toBe(daysLater(30));
    expect(later('failed')).toMatchObject({ payment: { operations: [{}, { status: 'failed' }] } });
    expect([later('failed').effect, captureBefore(later('failed').payment)]).toEqual([undefined, null]);
  });
});
