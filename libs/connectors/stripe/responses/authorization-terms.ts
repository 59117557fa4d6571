import { detailsOf } from './saved-references';
import type { PaymentIntent } from './wire';

/**
 * The terms of an authorization: whether it can be incremented, whether it is extended, and until when it can be captured.
 * Empty if the charge is not expanded, as in events.
 */
export function authorizationTermsOf({ latest_charge }: PaymentIntent) {
  const card = detailsOf(latest_charge)?.card;
  const increment = card?.incremental_authorization?.status;
  const extension = card?.extended_authorization?.status;
  const until = card?.capture_before ?? undefined;
  return {
    ...(increment !== undefined && { incremental: increment === 'available' }),
    ...(extension !== undefined && { extended: extension === 'enabled' }),
    ...(until !== undefined && { captureBefore: new Date(until * 1000).toISOString() }),
  };
}
