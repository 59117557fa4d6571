import type { PaymentForMethodList } from '@payorch/contracts';
import { isZero } from '@payorch/kernel';
import type { Payment } from '../payment';
import { netAmount } from '../payment';

/**
 * Whether the payment method is saved for later payments, or was saved before. A payment for off-session use sets up a
 * mandate also without terms; with an amount of zero it does nothing else.
 */
export function paymentTypeOf(payment: Payment): PaymentForMethodList['paymentType'] {
  const { recurring, mandateTerms, setupFutureUsage } = payment;
  if (recurring) return 'recurring_mandate';
  if (mandateTerms === null && setupFutureUsage !== 'off_session') return 'normal';
  return isZero(netAmount(payment)) ? 'setup_mandate' : 'new_mandate';
}
