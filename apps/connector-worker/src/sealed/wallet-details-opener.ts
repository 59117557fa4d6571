import type { JsonObject } from '@payorch/contracts';
import { jsonObject } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import type { PrivateKeys } from '@payorch/platform/sealing';
import { open, SealError } from '@payorch/platform/sealing';
import { purposes } from './purposes';

/** The seal of an account's wallet details, with the account that it belongs to. */
export interface SealedWalletDetails {
  readonly merchantId: MerchantId;
  readonly merchantConnectorId: MerchantConnectorId;
  readonly sealedWalletDetails: string;
}

/** Opens an account's wallet details; undefined if the seal is another account's or holds something else. */
export class WalletDetailsOpener {
  constructor(private readonly keys: PrivateKeys) {}

  open({ merchantId, merchantConnectorId, sealedWalletDetails }: SealedWalletDetails): JsonObject | undefined {
    const header = { reference: merchantConnectorId, merchantId, purpose: purposes.walletDetails };
    try {
      return jsonObject.safeParse(JSON.parse(open(sealedWalletDetails, this.keys, header))).data;
    } catch (error) {
      if (error instanceof SealError || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}
