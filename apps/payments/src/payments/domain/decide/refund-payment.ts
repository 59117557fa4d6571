import type { DataOf, Refusal, RefundRequest, refundCreate } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Attempt } from '../attempts/attempt';
import { isIn } from '../attempts/attempt';
import { refuseOtherCredentials } from '../terms/credentials';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { knownStatusOf } from '../payment.status';

/** Checks the payment's state and adds its facts to the refund request. The refunds service checks the refundable amount. */
export function refundPayment(
  payment: Payment | undefined,
  { namedCredentials, ...command }: DataOf<typeof refundCreate>,
): RefundRequest | Refusal {
  if (!payment) return refuse('payment_not_found');
  const otherCredentials = refuseOtherCredentials(payment, namedCredentials);
  if (otherCredentials) return otherCredentials;
  const attempt = activeAttempt(payment);
  if (!isIn(attempt, 'charged', 'partial_charged')) {
    const states = 'succeeded, partially_captured';
    return refuse('wrong_payment_state', { flow: 'refund', field: 'status', value: knownStatusOf(payment), states });
  }
  const { account, reference, charged } = attempt.facts;
  return {
    ...command,
    profileId: payment.profileId,
    attemptId: attempt.id,
    account,
    reference,
    charged,
    paymentCreatedAt: payment.createdAt.toISOString(),
    ...(attempt.split && { split: attempt.split }),
    method: methodOf(attempt),
  };
}

const methodOf = ({ method }: Attempt): RefundRequest['method'] =>
  method
    ? {
        paymentMethod: method.paymentMethod,
        paymentMethodType: method.paymentMethodType,
        cardNetwork: method.card?.network ?? null,
      }
    : undefined;
