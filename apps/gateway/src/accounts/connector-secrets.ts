import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import { seal, SealError, SettingsBox, type BoxPlace, type PublicKey } from '@payorch/platform/sealing';
import { plainOrNull } from '../fields';
import { sealingKeyToken } from '../tokens';
import type {
  ConnectorAccount,
  ConnectorAccountRequest,
  ConnectorSecrets,
  SealedSecret,
  WebhookSecrets,
} from './domain/connectors/connector-account';
import { maskCredentials, type Credentials } from './domain/connectors/connector-credentials';
import { publicWalletDetails } from './domain/connectors/wallet-details';
import { type RegisteredEndpoint, secretsWith } from './domain/connectors/webhook-endpoint';
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
    @Inject(SettingsBox) private readonly box: Pick<SettingsBox, 'seal' | 'open'>,
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

  /** The account's webhook secrets with that of a new endpoint. */
  withEndpointSecret(account: ConnectorAccount, { secret }: RegisteredEndpoint): WebhookSecrets | null {
    const connector_webhook_details = secretsWith(secret, account, this.merchantSecretOf(account));
    return this.webhookSecrets(account, { connector_webhook_details });
  }

  /** Null: there is none, or the gateway cannot open it. */
  private merchantSecretOf(account: ConnectorAccount): string | null {
    const { webhookSecrets } = account;
    if (!webhookSecrets?.gatewaySeal) return null;
    try {
      const opened = this.box.open(webhookSecrets.gatewaySeal, webhookSecretsPlace(account));
      const { merchant_secret: secret } = JSON.parse(opened) as { readonly merchant_secret?: unknown };
      return typeof secret === 'string' && secret !== '' ? secret : null;
    } catch (error) {
      if (error instanceof SealError) return null;
      throw error;
    }
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
