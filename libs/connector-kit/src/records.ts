import { type DisputeStatus, type ProcessorRecord, type RecordState, takenOf } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import type { DisputeFact } from './webhook';

/** The amounts of a record, which are those of one currency. `moved` of what has not moved: absent. */
export const amountsOf = (amount: Money, moved?: Money): Pick<ProcessorRecord, 'amount' | 'moved' | 'currency'> => ({
  amount: Number(amount.amount),
  moved: Number(moved?.amount ?? 0n),
  currency: amount.currency,
});

const disputeStates: Readonly<Record<DisputeStatus, RecordState>> = {
  dispute_opened: 'open',
  dispute_challenged: 'open',
  dispute_expired: 'lost',
  dispute_accepted: 'lost',
  dispute_lost: 'lost',
  dispute_won: 'won',
  // The merchant has its money, as after a dispute that it won.
  dispute_cancelled: 'won',
};

/**
 * The record of a dispute; undefined if the processor does not say when it was opened. Our ids of disputes follow from the processor's,
 * which knows none of them.
 */
export const recordOfDispute = ({ charge, dispute }: DisputeFact): ProcessorRecord | undefined =>
  dispute.openedAt === null
    ? undefined
    : {
        kind: 'dispute',
        reference: dispute.reference,
        chargeReference: charge.reference,
        ourId: null,
        state: disputeStates[dispute.status],
        ...amountsOf(dispute.money, takenOf(dispute)),
        createdAt: dispute.openedAt,
      };
