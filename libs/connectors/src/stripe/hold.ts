import { detailsOf } from './stored';
import type { PaymentIntent } from './wire';

/**
 * What the issuer grants of what is held: whether it may be raised, whether it is held for longer, and until when it may be
 * captured. An event names the charge by its id alone, and then tells nothing of it.
 */
export function holdOf({ latest_charge }: PaymentIntent) {
  const card = detailsOf(latest_charge)?.card;
  const raising = card?.incremental_authorization?.status;
  const extension = card?.extended_authorization?.status;
  const until = card?.capture_before ?? undefined;
  return {
    ...(raising !== undefined && { incremental: raising === 'available' }),
    ...(extension !== undefined && { extended: extension === 'enabled' }),
    ...(until !== undefined && { captureBefore: new Date(until * 1000).toISOString() }),
  };
}
