import { minorUnits } from '@payorch/kernel';
import type { RefundId } from '@payorch/kernel';
import { aPayment, eur, firstAccount, receive, merchantId, paymentId, paymentOf } from '../../../../test/builders';
import type { Payment } from '../payment';
import { refundPayment } from './refund-payment';

const command = {
  merchantId,
  paymentId,
  refundId: 'ref_1' as RefundId,
  amount: minorUnits(500n),
  reason: null,
  refundType: 'instant',
  metadata: null,
  splitRefunds: null,
} as const;

const partlyCharged = (): Payment =>
  paymentOf(receive(aPayment.capturing(600n), { kind: 'captured', reference: 'ref_1', money: eur('6.00') }));

describe('a refund command', () => {
  it.each([
    ['wholly', aPayment.charged(), eur('10.50')],
    ['partly', partlyCharged(), eur('6.00')],
  ])('is forwarded with the facts of a %s charged payment', (_, payment, charged) => {
    expect(refundPayment(payment, command)).toEqual({
      ...command,
      profileId: payment.profileId,
      attemptId: 'pay_1_1',
      account: firstAccount,
      reference: 'ref_1',
      charged,
      paymentCreatedAt: payment.createdAt.toISOString(),
      method: { paymentMethod: 'card', paymentMethodType: 'credit', cardNetwork: 'Visa' },
    });
  });

  it.each([
    ['requires_payment_method', aPayment.withoutMethod()],
    ['requires_confirmation', aPayment.unconfirmed()],
    ['processing', aPayment.authorizing()],
    ['requires_customer_action', aPayment.challenged()],
    ['requires_capture', aPayment.authorized()],
    ['processing', aPayment.capturing()],
    ['failed', aPayment.declined()],
  ])('is refused in %s', (value, payment) => {
    expect(refundPayment(payment, command)).toEqual({
      kind: 'refused',
      code: 'wrong_payment_state',
      details: { flow: 'refund', field: 'status', value, states: 'succeeded, partially_captured' },
    });
  });

  it('is refused for an unknown payment', () =>
    expect(refundPayment(undefined, command)).toMatchObject({ code: 'payment_not_found' }));
});
