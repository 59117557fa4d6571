import type { DataOf, paymentMethodSaveDestination } from '@payorch/contracts';
import { detailsOf, nextVersion } from './create-payment-method';
import { withData, withTokenOf } from './method';
import type { SavedPaymentMethod } from './payment-method';

/** The destination of a payout among its customer's saved payment methods. `known`: the one that the customer has with the same number. */
export function saveDestination(
  known: SavedPaymentMethod | undefined,
  { merchantId, paymentMethodId, fields, data }: DataOf<typeof paymentMethodSaveDestination>,
  now: Date,
): SavedPaymentMethod {
  const ids = { merchantId, paymentMethodId: known?.paymentMethodId ?? paymentMethodId, customerId: fields.customerId };
  return {
    ...nextVersion(known, ids, now),
    status: 'active',
    method: withTokenOf(known?.method, withData(fields, data)),
    details: detailsOf(known?.details, fields, data),
    lastUsedAt: now,
  };
}
