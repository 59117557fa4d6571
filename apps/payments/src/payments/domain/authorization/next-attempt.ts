import { minorUnits } from '@payorch/kernel';
import type { Method } from '../../../payment-methods/domain/method';
import type { Attempt } from '../attempts/attempt';
import { newAttempt } from '../attempts/new-attempt';
import type { DecideContext } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt, netAmount } from '../payment';
import { withSums } from '../payment.status';

/** The proof of an authentication is for one authorization. */
const withoutProof = ({ authentication: _proof, ...method }: Method): Method => method;

/** Adds the next attempt, with the payment method of the last one until the request brings another. */
export function withNewAttempt(payment: Payment, { now }: Pick<DecideContext, 'now'>): Payment {
  const last = activeAttempt(payment);
  const attempt: Attempt<'confirmation_awaited'> = {
    ...newAttempt(payment.paymentId, last.number + 1, now),
    state: 'confirmation_awaited',
    method: last.method && withoutProof(last.method),
    client: last.client,
  };
  return { ...payment, attempts: [...payment.attempts, attempt] };
}

/** The payment waits for another confirmation, with an attempt of its own. */
export function awaitingAnother(payment: Payment, context: Pick<DecideContext, 'now'>): Payment {
  const again = withNewAttempt(payment, context);
  return withSums({ ...again, amountCapturable: minorUnits(netAmount(payment).amount) });
}
