import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { equals, toMajorText, type Money } from '@payorch/kernel';
import { netAmount, type Payment } from './payment';

const textOf = (total: Money): string => `${total.currency} ${toMajorText(total)}`;

/**
 * Refuses to charge another total than the customer has seen: the merchant may change the payment after its page was opened. Without
 * `shown` the caller has shown none.
 */
export function refuseOtherTotal(payment: Payment, shown: Money | undefined): Refusal | undefined {
  const total = netAmount(payment);
  if (!shown || equals(shown, total)) return undefined;
  return refuse('other_total', { shown: textOf(shown), total: textOf(total) });
}
