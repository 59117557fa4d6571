import type { Json, RoutingAlgorithmKind, TransactionType } from '@payorch/contracts';
import type { MerchantId, ProfileId, RoutingAlgorithmId } from '@payorch/kernel';

/** A stored algorithm. It never changes, and none can be active yet. */
export interface AlgorithmRecord {
  readonly merchantId: MerchantId;
  readonly algorithmId: RoutingAlgorithmId;
  readonly profileId: ProfileId;
  readonly name: string;
  readonly description: string;
  /** As the merchant sent it. A newer release may have stored a kind that this one does not know. */
  readonly algorithm: { readonly type: RoutingAlgorithmKind; readonly data: Json };
  readonly algorithmFor: TransactionType;
  readonly createdAt: Date;
}
