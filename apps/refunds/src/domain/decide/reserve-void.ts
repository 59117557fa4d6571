import type { DataOf, postCaptureVoidRelease, postCaptureVoidReserve } from '@payorch/contracts';
import type { Decision } from '../decision';
import { decided, unchanged } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { nothingGivenBack, refundedOf, withCharged } from '../payment-refunds';

/**
 * Keeps all that was charged for one void after the capture, where no refund has given back any of it, or may have. A refund
 * that failed gave back nothing. Asked again by the same operation it is said again.
 */
export function reserveVoid(
  known: PaymentRefunds | undefined,
  { operationId, charged, ...named }: DataOf<typeof postCaptureVoidReserve>,
): Decision {
  const refunds = withCharged(known ?? nothingGivenBack(named, charged), charged);
  if (refunds.voidedBy === operationId) return unchanged([{ kind: 'void_reserved', operation: operationId }]);
  if (refunds.voidedBy !== null || refundedOf(refunds) > 0n) {
    return unchanged([{ kind: 'void_refused', operation: operationId }]);
  }
  return decided({ ...refunds, voidedBy: operationId }, [{ kind: 'void_reserved', operation: operationId }]);
}

/** The void came to nothing: what it kept is free again. One that keeps nothing, or no longer, has nothing to let go. */
export const releaseVoid = (
  refunds: PaymentRefunds | undefined,
  { operationId }: DataOf<typeof postCaptureVoidRelease>,
): Decision => (refunds?.voidedBy === operationId ? decided({ ...refunds, voidedBy: null }) : unchanged());
