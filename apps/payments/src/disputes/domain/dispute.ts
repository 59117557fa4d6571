import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { DisputeState } from './dispute.machine';

export interface Dispute {
  readonly merchantId: MerchantId;
  readonly disputeId: string;
  readonly profileId: ProfileId;
  /** Rises with each change. */
  readonly version: number;
  readonly state: DisputeState;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}
