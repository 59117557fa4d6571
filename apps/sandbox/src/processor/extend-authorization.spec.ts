import { aMoment, aPayment, anAuthorizedPayment, nowMs } from '../../test/builders';
import { extendAuthorization } from './extend-authorization';
import type { Payment, Variation } from './payment';
import { settlePayment } from './settle-payment';
import { paymentView } from './views';
import { voidPayment } from './void-payment';

const extend = (payment: Payment, variation: Variation = {}) =>
  extendAuthorization(payment, { reference: 'op_2', reason: null }, aMoment(), variation);
const daysLater = (days: number) => new Date(nowMs + days * 86_400_000).toISOString();
const captureBefore = (payment: Payment | undefined) => payment && paymentView(payment, '').capture_before;

describe('extending a hold', () => {
  it('keeps it for thirty days, moves nothing, and says so in the ledger', () => {
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

  it('keeps it for thirty days more each time', () => {
    expect(captureBefore(extend(extend(anAuthorizedPayment()).payment!).payment)).toBe(daysLater(60));
  });

  it.each<[string, Payment]>([
    ['what was taken', aPayment()],
    [
      'what was let go',
      voidPayment(anAuthorizedPayment(), { reference: 'op_3', reason: null }, aMoment(), {}).payment!,
    ],
    [
      'what is being extended',
      extend(anAuthorizedPayment(), { settlesLater: { ms: 1000, status: 'succeeded' } }).payment!,
    ],
  ])('refuses %s, and remembers why', (_, payment) => {
    const message = 'Payment has no authorization that could be extended';
    const { refusal, effect, payment: after } = extend(payment);
    expect([refusal?.message, effect, after?.status]).toEqual([message, undefined, payment.status]);
    expect(after?.operations.at(-1)).toMatchObject({ kind: 'extend', status: 'failed', error: { message } });
  });

  it('ends later where it is told to', () => {
    const later = (status: 'succeeded' | 'failed') =>
      settlePayment(extend(anAuthorizedPayment(), { settlesLater: { ms: 1000, status } }).payment!);
    expect(later('succeeded')).toMatchObject({ payment: { status: 'requires_capture' }, effect: { kind: 'extend' } });
    expect(captureBefore(later('succeeded').payment)).toBe(daysLater(30));
    expect(later('failed')).toMatchObject({ payment: { operations: [{}, { status: 'failed' }] } });
    expect([later('failed').effect, captureBefore(later('failed').payment)]).toEqual([undefined, null]);
  });
});
