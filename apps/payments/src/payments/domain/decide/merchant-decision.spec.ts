import { aContext, aPayment, effectsOf, eur, later, merchantId, paymentId, paymentOf } from '../../../../test/builders';
import { statusOf } from '../payment.status';
import { approvePayment, rejectPayment } from './merchant-decision';

const about = { merchantId, paymentId };
const at = aContext({ now: later(4) });

it('approve captures the whole authorized amount', () => {
  const decision = approvePayment(aPayment.authorized(), about, at);
  expect(paymentOf(decision)).toMatchObject({ merchantDecision: 'approved', captures: [{ money: eur('10.50') }] });
  expect(effectsOf(decision)).toContainEqual(expect.objectContaining({ kind: 'capture', money: eur('10.50') }));
});

it('reject voids the authorization, with the reason', () => {
  const decision = rejectPayment(aPayment.authorized(), about, at);
  expect(paymentOf(decision)).toMatchObject({
    merchantDecision: 'rejected',
    cancellationReason: 'Rejected by merchant',
  });
  expect(effectsOf(decision)).toContainEqual(expect.objectContaining({ kind: 'void', reason: 'Rejected by merchant' }));
});

it('reject cancels a payment that no processor has received', () => {
  const decision = rejectPayment(aPayment.unconfirmed(), about, at);
  expect(statusOf(paymentOf(decision))).toBe('cancelled');
  expect(effectsOf(decision).map(({ kind }) => kind)).toEqual(['reply']);
});

it.each([approvePayment, rejectPayment])('%p refuses an unknown payment', (decide) =>
  expect(decide(undefined, about, at)).toMatchObject({ code: 'payment_not_found' }),
);
