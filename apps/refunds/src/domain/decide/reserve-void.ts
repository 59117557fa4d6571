import type { DataOf, postCaptureVoidRelease, postCaptureVoidReserve } from '@payorch/contracts';
import { decided, unchanged } from '@payorch/operations';
import type { Decision } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { disputedOf, unrefundedPayment, refundedOf, withCharged } from '../payment-refunds';

/**
 * Reserves the whole charge for one post-capture void, unless a refund or a dispute has taken effect or may have. A failed refund does not
 * count. A repeated command of the same operation gets the same event.
 */
export function reserveVoid(
  known: PaymentRefunds | undefined,
  { operationId, charged, ...named }: DataOf<typeof postCaptureVoidReserve>,
): Decision {
  const refunds = withCharged(known ?? unrefundedPayment(named, charged), charged);
  if (refunds.voidedBy === operationId) return unchanged([{ kind: 'void_reserved', operation: operationId }]);
  if (refunds.voidedBy !== null || refundedOf(refunds) + disputedOf(refunds) > 0n) {
    return unchanged([{ kind: 'void_refused', operation: operationId }]);
  }
  return decided({ ...refunds, voidedBy: operationId }, [{ kind: 'void_reserved', operation: operationId }]);
}

/** Releases the reservation of a void that failed. A void without a reservation changes nothing. */
export const releaseVoid = (
  refunds: PaymentRefunds | undefined,
  { operationId }: DataOf<typeof postCaptureVoidRelease>,
): Decision => (refunds?.voidedBy === operationId ? decided({ ...refunds, voidedBy: null }) : unchanged());
