import type { Json } from '@payorch/contracts';
import type { Payment } from '../domain/payment';

/** As their owner shows them; null where there are none. */
export const refundsView = ({ refunds }: Payment): Json => (refunds.length > 0 ? refunds : null);

/** What of the payment was given back for certain. */
export function stateMetadata({ refunds }: Payment): Json {
  const succeeded = refunds.filter(({ status }) => status === 'succeeded');
  if (succeeded.length === 0) return null;
  return {
    total_refunded_amount: succeeded.reduce((sum, { amount }) => sum + Number(amount), 0),
    total_disputed_amount: null,
    post_capture_void: null,
  };
}
