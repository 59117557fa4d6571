import type { MerchantId, OperationId } from '@payorch/kernel';
import { detailsPlace, detailsText, type OperationName, type SealedFactsOf, splitFacts } from '@payorch/operations';
import type { MerchantSeals } from './merchant-seals';

interface Ids {
  readonly merchantId: MerchantId;
  readonly operationId: OperationId;
}

/** The facts of an operation as its command carries them: the personal ones as one sealed text. */
export function sealedFacts<Name extends OperationName, Facts extends Ids & SealedFactsOf<Name>>(
  name: Name,
  facts: Facts,
  seals: Pick<MerchantSeals, 'seal'>,
) {
  const { open, sealed } = splitFacts<Name, Facts>(name, facts);
  return { ...open, sealedDetails: seals.seal(detailsText(name, sealed), detailsPlace(name, facts)) };
}
