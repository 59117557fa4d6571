import type { DataOf, refundsNoteDispute } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import { decided, unchanged } from '@payorch/operations';
import type { Decision } from '../decision';
import type { DisputedSum, PaymentRefunds } from '../payment-refunds';
import { unrefundedPayment, withCharged } from '../payment-refunds';

/**
 * Notes what a dispute took. The newest note of a dispute holds, in whatever order they come. A dispute in another currency than the
 * charge takes the whole charge: what it is worth in that of the charge is not known.
 */
export function noteDispute(
  known: PaymentRefunds | undefined,
  { disputeId, version, charged, taken, ...named }: DataOf<typeof refundsNoteDispute>,
): Decision {
  const refunds = withCharged(known ?? unrefundedPayment(named, charged), charged);
  const earlier = refunds.disputed.find((one) => one.disputeId === disputeId);
  if (earlier && earlier.version >= version) return unchanged();
  const isForeign = taken.currency !== refunds.charged.currency && taken.amount > 0n;
  const amount = isForeign ? minorUnits(wholeCharge) : taken.amount;
  const noted: DisputedSum = { disputeId, version, taken: amount };
  return decided({ ...refunds, disputed: [...refunds.disputed.filter((one) => one !== earlier), noted] });
}

/** More than any charge: what disputes took is counted up to the charge. */
const wholeCharge = BigInt(Number.MAX_SAFE_INTEGER);
