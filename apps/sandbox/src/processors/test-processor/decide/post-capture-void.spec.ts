import { aMoment } from '../../../../test/moment';
import { aPayment, anAuthorizedPayment } from '../../../../test/test-processor/builders';
import type { Variation } from '../../../kit/faults/plan';
import type { Payment } from '../payment';
import { refundPayment } from './refund-payment';
import { settlePayment } from './settle-payment';
import { voidAfterCapture } from './post-capture-void';
import { voidPayment } from './void-payment';

const voidCaptured = (payment: Payment, variation: Variation = {}) =>
  voidAfterCapture(payment, { reference: 'op_2', reason: null }, aMoment(), variation);

describe('voiding a captured payment', () => {
  it('a post-capture void voids the whole received amount and is recorded as an effect', () => {
    expect(voidCaptured(aPayment())).toMatchObject({
      payment: {
        status: 'voided',
        amountReceived: 6540,
        operations: [
          {},
          { reference: 'op_2', kind: 'post_capture_void', status: 'succeeded', amount: 6540, error: null },
        ],
      },
      effect: { kind: 'post_capture_void', reference: 'op_2', amount: 6540 },
      event: 'payment.cancelled_post_capture',
    });
  });

  it.each<[string, Payment, string]>([
    ['an authorized payment', anAuthorizedPayment(), 'Payment has no captured amount that could be voided'],
    ['a payment that was voided after its capture', voidCaptured(aPayment()).payment!, 'Payment is already voided'],
    [
      'a voided payment',
      voidPayment(anAuthorizedPayment(), { reference: 'op_3', reason: null }, aMoment(), {}).payment!,
      'Payment is already voided',
    ],
  ])('a post-capture void of %s is refused and recorded', (_, payment, message) => {
    const { refusal, effect, payment: after } = voidCaptured(payment);
    expect([refusal?.message, effect, after?.status]).toEqual([message, undefined, payment.status]);
    expect(after?.operations.at(-1)).toMatchObject({ kind: 'post_capture_void', status: 'failed', error: { message } });
  });

  it('a refunded payment can still be voided, which returns the money twice', () => {
    const refunded = refundPayment(aPayment(), { reference: 'op_4', amount: 6540 }, aMoment()).payment!;
    expect(voidCaptured(refunded).effect).toMatchObject({ kind: 'post_capture_void', amount: 6540 });
  });

  it('a pending post-capture void settles later', () => {
    const later = (status: 'succeeded' | 'failed') =>
      settlePayment(voidCaptured(aPayment(), { settlesLater: { ms: 1000, status } }).payment!);
    expect(later('succeeded')).toMatchObject({ payment: { status: 'voided' }, effect: { kind: 'post_capture_void' } });
    expect(later('failed')).toMatchObject({ payment: { status: 'succeeded', operations: [{}, { status: 'failed' }] } });
    expect(later('failed').effect).toBeUndefined();
  });
});
