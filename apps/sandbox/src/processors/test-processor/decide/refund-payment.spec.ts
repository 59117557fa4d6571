import { aMoment } from '../../../../test/moment';
import { anAuthorizedPayment, aPayment } from '../../../../test/test-processor/builders';
import type { Payment } from '../payment';
import { refundPayment } from './refund-payment';

const refunding = (payment: Payment, amount: number) =>
  refundPayment(payment, { reference: 'op_9', amount }, aMoment());

it('refunds succeed in parts until nothing is left', () => {
  const first = refunding(aPayment(), 4000);
  expect(first).toMatchObject({
    refund: { status: 'succeeded', paymentAmount: 6540, refundAmount: 4000, reference: 'op_9' },
    effect: { kind: 'refund', amount: 4000 },
  });
  expect(refunding(first.payment!, 2541).refusal).toMatchObject({ http: 500, code: 'DC_03' });
  const second = refunding(first.payment!, 2540);
  expect(second.payment?.amountRefunded).toBe(6540);
  expect(refunding(second.payment!, 1).refusal?.code).toBe('DC_03');
});

it('a refund of an authorized payment is refused with DC_06', () => {
  expect(refunding(anAuthorizedPayment(), 1).refusal).toMatchObject({ http: 400, code: 'DC_06' });
});
