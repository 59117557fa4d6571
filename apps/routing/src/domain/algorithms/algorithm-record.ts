import type { RoutingAlgorithm, TransactionType } from '@payorch/contracts';
import type { MerchantId, ProfileId, RoutingAlgorithmId } from '@payorch/kernel';

/** A stored algorithm. It never changes. Which one is active is a setting of the account. */
export interface AlgorithmRecord {
  readonly merchantId: MerchantId;
  readonly algorithmId: RoutingAlgorithmId;
  readonly profileId: ProfileId;
  readonly name: string;
  readonly description: string;
  /** As the merchant sent it. */
  readonly algorithm: RoutingAlgorithm;
  readonly algorithmFor: TransactionType;
  readonly createdAt: Date;
}
