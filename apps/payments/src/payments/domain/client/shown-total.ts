import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { equals, toMajorText, type Money } from '@payorch/kernel';
import type { DecideContext } from '../decision';
import { refuseMissingCvc } from '../method/chosen-method';
import { netAmount, type Payment } from '../payment';

const textOf = (total: Money): string => `${total.currency} ${toMajorText(total)}`;

/**
 * Refuses to charge another total than the customer has seen: the merchant may change the payment after its page was opened. Without
 * `shown` the caller has shown none.
 */
function refuseOtherTotal(payment: Payment, shown: Money | undefined): Refusal | undefined {
  const total = netAmount(payment);
  if (!shown || equals(shown, total)) return undefined;
  return refuse('other_total', { shown: textOf(shown), total: textOf(total) });
}

/** What is sent with a request of a page. */
interface OfPage {
  readonly isOfClient?: true;
  readonly confirms: boolean;
  /** The total that the customer has seen; undefined: the caller has shown none. */
  readonly shownTotal: Money | undefined;
}

/** The check of the filled payment that its customer is charged what the page has shown, with the CVC that it asks for. */
export const agreedOnPage =
  ({ isOfClient, confirms, shownTotal }: OfPage, context: DecideContext) =>
  (filled: Payment): Refusal | undefined =>
    refuseOtherTotal(filled, shownTotal) ?? (isOfClient && confirms ? refuseMissingCvc(filled, context) : undefined);
