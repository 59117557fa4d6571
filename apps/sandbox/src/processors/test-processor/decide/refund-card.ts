import type { Variation } from '../../../kit/faults/plan';
import type { Moment } from '../../../kit/moment';
import { cardOutcome } from '../cards';
import type { Decision, Recipient } from '../payment';

export interface CardRefundRequest extends Omit<Recipient, 'last4'> {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly cardNumber: string;
}

/**
 * Sends money to a card without a payment, at once; a card that declines payments declines it too. Always makes a new refund:
 * the ledger shows one that is sent twice.
 */
export function refundCard(request: CardRefundRequest, moment: Moment, { amountDelta = 0 }: Variation): Decision {
  const { reference, currency, connector, customer, description, cardNumber } = request;
  const outcome = cardOutcome(cardNumber, connector);
  if (outcome.kind === 'failed') return { refusal: outcome.refusal };
  const amount = request.amount + amountDelta;
  return {
    refund: {
      id: moment.newId('dummy_ref'),
      paymentId: null,
      reference,
      status: 'succeeded',
      currency,
      createdMs: moment.nowMs,
      paymentAmount: null,
      refundAmount: amount,
      recipient: { connector, last4: cardNumber.slice(-4), customer, description },
    },
    effect: { kind: 'unreferenced_refund', reference, amount, currency },
  };
}
