import type { JsonObject } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import type { PublicKey } from '@payorch/platform/sealing';
import { seal } from '@payorch/platform/sealing';
import type { ConnectorAccountRequest, ConnectorSecrets, SealedSecret } from './connector-account';
import { maskCredentials, type Credentials } from './connector-credentials';
import { plainOrNull } from './given';
import { maskDeep } from './mask-secret';
import { publicWalletDetails } from './wallet-details';

interface Owner {
  readonly merchantId: MerchantId;
  readonly merchantConnectorId: MerchantConnectorId;
}

/** Seals what only a connector worker may open, and keeps beside it what answers show. */
export class ConnectorSecretsSealer {
  constructor(private readonly sealingKey: PublicKey) {}

  credentials(owner: Owner, credentials: Credentials): SealedSecret {
    return this.sealed(owner, 'connector_credentials', credentials, maskCredentials(credentials));
  }

  /** The other secrets of a request, null where it sends none. */
  others(owner: Owner, sent: ConnectorAccountRequest): ConnectorSecrets {
    const masked = (purpose: string, secret: JsonObject | null): SealedSecret | null =>
      secret && this.sealed(owner, purpose, secret, maskDeep(secret) as JsonObject);
    const walletDetails = plainOrNull(sent.connector_wallets_details);
    return {
      webhookSecrets: masked('connector_webhook_secrets', webhookSecretsOf(sent)),
      merchantData: masked('connector_merchant_data', plainOrNull(sent.additional_merchant_data)),
      walletDetails: masked('connector_wallet_details', walletDetails),
      publicWalletDetails: walletDetails && publicWalletDetails(walletDetails),
    };
  }

  private sealed(owner: Owner, purpose: string, secret: JsonObject, masked: JsonObject): SealedSecret {
    const { merchantId, merchantConnectorId: reference } = owner;
    const header = { reference, merchantId, purpose };
    return { sealed: seal(JSON.stringify(secret), { publicKey: this.sealingKey, header }), masked };
  }
}

const webhookSecretsOf = ({ connector_webhook_details: sent }: ConnectorAccountRequest): JsonObject | null =>
  sent
    ? {
        merchant_secret: sent.merchant_secret,
        ...(sent.additional_secret ? { additional_secret: sent.additional_secret } : {}),
      }
    : null;
