import { type Refusal, refuse } from '@payorch/contracts';
import { type MerchantId, referenceIdPattern, type RoutingAlgorithmId } from '@payorch/kernel';

interface AlgorithmOfMerchant {
  readonly merchantId: MerchantId;
  readonly algorithmId: RoutingAlgorithmId;
}

/** An id that no algorithm can have is an unknown one; a message could not carry it. */
export const aboutOf = (
  id: string,
  { merchantId }: { readonly merchantId: MerchantId },
): AlgorithmOfMerchant | Refusal =>
  referenceIdPattern.test(id)
    ? { merchantId, algorithmId: id as RoutingAlgorithmId }
    : refuse('routing_algorithm_not_found');
