import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import { seal, SettingsBox, type BoxPlace, type PublicKey } from '@payorch/platform/sealing';
import { plainOrNull } from '../fields';
import { sealingKeyToken } from '../tokens';
import type {
  ConnectorAccountRequest,
  ConnectorSecrets,
  SealedSecret,
  WebhookSecrets,
} from './domain/connectors/connector-account';
import { maskCredentials, type Credentials } from './domain/connectors/connector-credentials';
import { publicWalletDetails } from './domain/connectors/wallet-details';
import { maskDeep } from './domain/mask-secret';

interface Owner {
  readonly merchantId: MerchantId;
  readonly merchantConnectorId: MerchantConnectorId;
}

/** The seal position of the gateway's own copy of an account's webhook secrets. */
export const webhookSecretsPlace = ({ merchantId, merchantConnectorId }: Owner): BoxPlace => ({
  merchantId,
  objectId: merchantConnectorId,
  // The name that existing seals are bound to.
  column: 'merchant_connector_accounts.boxed_webhook_secrets',
});

/** Seals secrets that only a connector worker may open, and stores the masked copies for responses. */
@Injectable()
export class ConnectorSecretsSealer {
  constructor(
    @Inject(sealingKeyToken) private readonly sealingKey: PublicKey,
    @Inject(SettingsBox) private readonly box: Pick<SettingsBox, 'seal'>,
  ) {}

  credentials(owner: Owner, credentials: Credentials): SealedSecret {
    return this.sealed(owner, 'connector_credentials', credentials, maskCredentials(credentials));
  }

  /** The other secrets of a request; null where the request has none. */
  others(owner: Owner, sent: ConnectorAccountRequest): ConnectorSecrets {
    const masked = (purpose: string, secret: JsonObject | null): SealedSecret | null =>
      secret && this.sealed(owner, purpose, secret, maskDeep(secret) as JsonObject);
    const walletDetails = plainOrNull(sent.connector_wallets_details);
    return {
      webhookSecrets: this.webhookSecrets(owner, sent),
      merchantData: masked('connector_merchant_data', plainOrNull(sent.additional_merchant_data)),
      walletDetails: masked('connector_wallet_details', walletDetails),
      publicWalletDetails: walletDetails && publicWalletDetails(walletDetails),
    };
  }

  private webhookSecrets(owner: Owner, sent: ConnectorAccountRequest): WebhookSecrets | null {
    const secrets = webhookSecretsOf(sent);
    if (!secrets) return null;
    const gatewaySeal = this.box.seal(JSON.stringify(secrets), webhookSecretsPlace(owner));
    return {
      ...this.sealed(owner, 'connector_webhook_secrets', secrets, maskDeep(secrets) as JsonObject),
      gatewaySeal,
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
