import type { MethodToJudge, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { PaymentMethod } from '../../../payment-methods/domain/payment-method';
import type { JudgedMethod } from './blocked-methods';
import { isOwnToken } from './chosen-method';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';

/** Whether the token names a saved payment method of the payment's customer, which must be looked up. */
export const namesSaved = (payment: Payment, { isNew, paymentToken }: MethodToJudge): boolean =>
  !isNew && paymentToken !== null && !isOwnToken(payment, paymentToken);

/**
 * The payment method that a confirmation would charge: the data of the checkout, else the saved payment method of its token,
 * else that of the payment. Undefined where there is none yet.
 */
export function judgedMethod(
  payment: Payment,
  sent: MethodToJudge,
  saved: PaymentMethod | undefined,
): JudgedMethod | Refusal | undefined {
  if (sent.isNew) {
    const { paymentMethod, card, walletCardType } = sent;
    return { paymentMethod, card, ...(walletCardType !== null && { walletCardType }) };
  }
  if (namesSaved(payment, sent)) return saved?.method ?? refuse('token_expired');
  return activeAttempt(payment).method ?? undefined;
}
