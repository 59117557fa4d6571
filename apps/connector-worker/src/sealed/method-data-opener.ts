import type { JsonObject, SealedData } from '@payorch/contracts';
import { jsonObject } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { PrivateKeys } from '@payorch/platform/sealing';
import { open, SealError } from '@payorch/platform/sealing';
import { purposes } from './purposes';

/** Opens payment method data other than a card; undefined if the seal is another merchant's or is not payment method data. */
export class MethodDataOpener {
  constructor(private readonly keys: PrivateKeys) {}

  open({ reference, sealed }: SealedData, merchantId: MerchantId): JsonObject | undefined {
    try {
      const text = open(sealed, this.keys, { reference, merchantId, purpose: purposes.methodData });
      return jsonObject.safeParse(JSON.parse(text)).data;
    } catch (error) {
      if (error instanceof SealError || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}
