import type { ApplePayValidation } from '@payorch/contracts';
import type { Logger } from '@payorch/platform/telemetry';
import type { SealedWalletDetails, WalletDetailsOpener } from '../sealed/wallet-details-opener';
import type { ApplePayGateway } from './apple-pay-gateway';
import { merchantIdentityOf } from './merchant-identity';

export interface MerchantValidationOptions {
  readonly walletDetails: Pick<WalletDetailsOpener, 'open'>;
  readonly gateway: Pick<ApplePayGateway, 'validate'>;
  readonly logger: Pick<Logger, 'warn'>;
}

const failed = (reason: Extract<ApplePayValidation, { kind: 'failed' }>['reason']): ApplePayValidation => ({
  kind: 'failed',
  reason,
});

/** Has Apple validate the shop of one connector account. */
export class MerchantValidation {
  constructor(private readonly options: MerchantValidationOptions) {}

  async run(account: SealedWalletDetails, timeoutMs: number): Promise<ApplePayValidation> {
    const { walletDetails, gateway, logger } = this.options;
    const { merchantId, merchantConnectorId } = account;
    const opened = walletDetails.open(account);
    const identity = opened && merchantIdentityOf(opened);
    if (!identity) {
      logger.warn({ merchantId, merchantConnectorId }, 'the Apple Pay settings of an account are unusable');
      return failed('unusable');
    }
    const validation = await gateway.validate(identity, timeoutMs);
    if (validation.kind === 'validated') return validation;
    logger.warn({ merchantId, merchantConnectorId, validation }, 'Apple did not validate a shop');
    return failed(validation.kind);
  }
}
