import type { Money } from '@payorch/kernel';
import { moneyOf } from '../amounts';
import { detailsOf } from './saved-references';
import type { PaymentIntent, WireMethodDetails } from './wire';

type CardDetails = WireMethodDetails['card'];

/** The most that can be captured; the authorized amount where Stripe permits no overcapture. */
function capturableOf({ currency }: PaymentIntent, card: CardDetails, authorized: Money): Money | undefined {
  const terms = card?.overcapture;
  if (!terms) return undefined;
  return terms.status === 'available' ? moneyOf(terms.maximum_amount_capturable, currency) : authorized;
}

/**
 * The terms of an authorization: whether it can be incremented, whether it is extended, until when and up to which amount it can be captured.
 * Empty if the charge is not expanded, as in events.
 */
export function authorizationTermsOf(payment: PaymentIntent, authorized: Money) {
  const { latest_charge } = payment;
  const card = detailsOf(latest_charge)?.card;
  const increment = card?.incremental_authorization?.status;
  const extension = card?.extended_authorization?.status;
  const until = card?.capture_before ?? undefined;
  const capturable = capturableOf(payment, card, authorized);
  return {
    ...(capturable && { capturable }),
    ...(increment !== undefined && { incremental: increment === 'available' }),
    ...(extension !== undefined && { extended: extension === 'enabled' }),
    ...(until !== undefined && { captureBefore: new Date(until * 1000).toISOString() }),
  };
}
