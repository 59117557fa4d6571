import type {
  ApplePayRegistration,
  ApplePayValidation,
  connectorApplePaySession,
  connectorRegisterApplePayDomains,
  DataOf,
} from '@payorch/contracts';
import type { Logger } from '@payorch/platform/telemetry';
import type { SealedWalletDetails, WalletDetailsOpener } from '../sealed/wallet-details-opener';
import type { ApplePayGateway } from './apple-pay-gateway';
import { type MerchantIdentity, merchantIdentityOf } from './merchant-identity';

export interface MerchantValidationOptions {
  readonly walletDetails: Pick<WalletDetailsOpener, 'open'>;
  readonly gateway: Pick<ApplePayGateway, 'validate' | 'register'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** How long Apple may take to register domains: it fetches a file from each. */
  readonly registrationTimeoutMs: number;
}

const failed = <Reason extends string>(reason: Reason) => ({ kind: 'failed', reason }) as const;

/** The identity for a session on another verified domain of the shop. */
const onDomain = ({ request, ...identity }: MerchantIdentity, initiativeContext: string): MerchantIdentity => ({
  ...identity,
  request: { ...request, initiativeContext },
});

/** Has Apple validate the shop of one connector account, and register its domains. */
export class MerchantValidation {
  constructor(private readonly options: MerchantValidationOptions) {}

  async run(query: DataOf<typeof connectorApplePaySession>, timeoutMs: number): Promise<ApplePayValidation> {
    const identity = this.identityOf(query);
    if (!identity) return failed('unusable');
    const { merchantId, merchantConnectorId, domain } = query;
    const shown = domain === undefined ? identity : onDomain(identity, domain);
    const validation = await this.options.gateway.validate(shown, timeoutMs);
    if (validation.kind === 'validated') return validation;
    this.options.logger.warn({ merchantId, merchantConnectorId, validation }, 'Apple did not validate a shop');
    return failed(validation.kind);
  }

  async register(
    query: DataOf<typeof connectorRegisterApplePayDomains>,
    timeoutMs: number,
  ): Promise<ApplePayRegistration> {
    const identity = this.identityOf(query);
    if (!identity) return failed('unusable');
    const { gateway, logger, registrationTimeoutMs } = this.options;
    const { merchantId, merchantConnectorId, domainNames } = query;
    const registration = await gateway.register(identity, domainNames, Math.min(timeoutMs, registrationTimeoutMs));
    if (registration.kind === 'registered') return registration;
    logger.warn({ merchantId, merchantConnectorId, registration }, 'Apple did not register domains of a shop');
    return failed(registration.kind);
  }

  private identityOf(account: SealedWalletDetails): MerchantIdentity | undefined {
    const { walletDetails, logger } = this.options;
    const opened = walletDetails.open(account);
    const identity = opened && merchantIdentityOf(opened);
    const { merchantId, merchantConnectorId } = account;
    if (!identity)
      logger.warn({ merchantId, merchantConnectorId }, 'the Apple Pay settings of an account are unusable');
    return identity;
  }
}
