import { type Refusal, refuse } from '@payorch/contracts';
import { type DisputeId, type MerchantId, referenceIdPattern } from '@payorch/kernel';
import type { Sender } from '../auth';

export interface DisputeRef {
  readonly merchantId: MerchantId;
  readonly disputeId: DisputeId;
}

/** The dispute that a request names; a text that is no id is that of no dispute. */
export const disputeOf = (disputeId: string, { merchant }: Pick<Sender, 'merchant'>): DisputeRef | Refusal =>
  referenceIdPattern.test(disputeId)
    ? { merchantId: merchant.merchantId, disputeId: disputeId as DisputeId }
    : refuse('dispute_not_found');
