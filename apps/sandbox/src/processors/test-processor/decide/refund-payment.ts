import type { Moment } from '../../../kit/moment';
import type { Decision, Payment, Refund } from '../payment';
import { paymentNotSuccessful, refundTooMuch } from '../refusals';

export interface RefundRequest {
  readonly reference: string;
  readonly amount: number;
}

/** Refunds at once, in parts until nothing is left. */
export function refundPayment(payment: Payment, request: RefundRequest, moment: Moment): Decision {
  const { reference, amount } = request;
  if (payment.status !== 'succeeded') return { refusal: paymentNotSuccessful };
  if (amount > payment.amountReceived - payment.amountRefunded) return { refusal: refundTooMuch };
  const refund: Refund = {
    id: moment.newId('dummy_ref'),
    paymentId: payment.id,
    reference,
    status: 'succeeded',
    currency: payment.currency,
    createdMs: moment.nowMs,
    paymentAmount: payment.amount,
    refundAmount: amount,
  };
  return {
    payment: { ...payment, amountRefunded: payment.amountRefunded + amount },
    refund,
    effect: { kind: 'refund', reference, amount, currency: payment.currency },
  };
}
