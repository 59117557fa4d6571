import { refuse, type Refusal } from '@payorch/contracts';
import { catalogueEntry } from '@payorch/connectors/catalogue';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { PublicKey } from '@payorch/platform/sealing';
import { seal } from '@payorch/platform/sealing';
import { RefusalError } from '../edge';
import type { ConnectorAccountRepository } from '../persistence/connector-account.repository';
import type { ProfileRepository } from '../persistence/profile.repository';
import type { RequestTrace } from '../request-trace';
import type { ChangeSettings } from './change-settings';
import type { ConnectorAccount, ConnectorAccountRequest, SealedSecret } from './connector-account';
import { activityOf, checkConnector, newConnectorAccount, updatedConnectorAccount } from './connector-account';
import { maskCredentials, readCredentials, type Credentials } from './connector-credentials';
import { maskValues } from './mask-secret';
import type { MerchantAccount } from './merchant-account';
import type { Profile } from './profile';
import { connectorAccountMessage } from './settings-messages';

export interface ConnectorAccountsOptions {
  /** The connector workers' key: what is sealed with it only they can open. */
  readonly sealingKey: PublicKey;
  readonly testConnectors: boolean;
}

const orThrow = <T extends object>(value: T | Refusal): T => {
  if ('kind' in value && value.kind === 'refused') throw new RefusalError(value as Refusal);
  return value as T;
};

const duplicate = ({ profileId, connectorLabel }: ConnectorAccount): RefusalError =>
  new RefusalError(refuse('connector_account_exists', { profile_id: profileId, connector_label: connectorLabel }));

const notFound = (id: string): RefusalError => new RefusalError(refuse('connector_account_not_found', { reason: id }));

/** Creates, shows and changes a merchant's accounts at processors. */
export class ConnectorAccounts {
  constructor(
    private readonly settings: ChangeSettings,
    private readonly connectorAccounts: ConnectorAccountRepository,
    private readonly profiles: ProfileRepository,
    private readonly options: ConnectorAccountsOptions,
  ) {}

  create(merchantId: MerchantId, sent: ConnectorAccountRequest, trace: RequestTrace): Promise<ConnectorAccount> {
    const credentials = this.checkedCredentials(sent, sent.connector_name ?? '');
    const activity = orThrow(activityOf(sent, credentials.auth_type));
    return this.settings.of(merchantId, trace, async (sql, account) => {
      const profile = await this.profileFor(sql, account, sent);
      const merchantConnectorId = newId<MerchantConnectorId>('mca');
      const made = newConnectorAccount(sent, {
        merchantId,
        merchantConnectorId,
        profileId: profile.profileId,
        profileName: profile.profileName,
        credentials: this.sealCredentials(merchantId, merchantConnectorId, credentials),
        webhookSecrets: this.sealWebhookSecrets(merchantId, merchantConnectorId, sent),
        ...activity,
        now: new Date(),
      });
      if (!(await this.connectorAccounts.insert(sql, made))) throw duplicate(made);
      return { result: made, messages: [connectorAccountMessage(made, account.accountVersion)] };
    });
  }

  async retrieve(merchantId: MerchantId, id: string): Promise<ConnectorAccount> {
    const found = await this.settings.read(merchantId, (sql) => this.connectorAccounts.find(sql, merchantId, id));
    if (!found) throw notFound(id);
    return found;
  }

  list(merchantId: MerchantId): Promise<ConnectorAccount[]> {
    return this.settings.read(merchantId, (sql) => this.connectorAccounts.list(sql, merchantId));
  }

  update(
    merchantId: MerchantId,
    id: string,
    sent: ConnectorAccountRequest,
    trace: RequestTrace,
  ): Promise<ConnectorAccount> {
    return this.settings.of(merchantId, trace, async (sql, { accountVersion }) => {
      const stored = await this.connectorAccounts.find(sql, merchantId, id);
      if (!stored) throw notFound(id);
      const credentials = this.newCredentials(sent, stored.connectorName);
      const authType = credentials?.auth_type ?? stored.credentials.masked['auth_type'] ?? '';
      const updated = updatedConnectorAccount(stored, sent, {
        ...orThrow(activityOf(sent, authType, stored)),
        credentials: credentials && this.sealCredentials(merchantId, stored.merchantConnectorId, credentials),
        webhookSecrets: this.sealWebhookSecrets(merchantId, stored.merchantConnectorId, sent),
        now: new Date(),
      });
      if (!(await this.connectorAccounts.update(sql, updated))) throw duplicate(updated);
      return { result: updated, messages: [connectorAccountMessage(updated, accountVersion)] };
    });
  }

  private checkedCredentials(sent: ConnectorAccountRequest, connectorName: string): Credentials {
    this.mustBeAvailable(sent, connectorName);
    return orThrow(
      readCredentials(sent.connector_account_details, Object.keys(catalogueEntry(connectorName)?.auth ?? {})),
    );
  }

  /** Null where an update leaves them as they are. */
  private newCredentials(sent: ConnectorAccountRequest, connectorName: string): Credentials | null {
    if (sent.connector_account_details) return this.checkedCredentials(sent, connectorName);
    this.mustBeAvailable(sent, connectorName);
    return null;
  }

  private mustBeAvailable(sent: ConnectorAccountRequest, connectorName: string): void {
    const entry = catalogueEntry(connectorName);
    const refused = checkConnector(sent.connector_type ?? '', entry, this.options.testConnectors);
    if (refused) throw new RefusalError(refused);
  }

  private async profileFor(sql: Sql, account: MerchantAccount, sent: ConnectorAccountRequest): Promise<Profile> {
    const { merchantId, defaultProfileId } = account;
    const wanted = sent.profile_id ?? null;
    if (wanted === null && sent.business_country && sent.business_label) {
      const name = `${String(sent.business_country)}_${String(sent.business_label)}`;
      const named = await this.profiles.findByName(sql, merchantId, name);
      if (named) return named;
    }
    const id = wanted ?? defaultProfileId;
    if (id === null) {
      throw new RefusalError(refuse('missing_param', { field: 'profile_id or business_country, business_label' }));
    }
    const profile = await this.profiles.find(sql, merchantId, id);
    if (!profile) throw new RefusalError(refuse('profile_not_found', { id }));
    return profile;
  }

  private sealCredentials(
    merchantId: MerchantId,
    reference: MerchantConnectorId,
    credentials: Credentials,
  ): SealedSecret {
    return {
      sealed: this.seal(merchantId, reference, 'connector_credentials', credentials),
      masked: maskCredentials(credentials),
    };
  }

  private sealWebhookSecrets(
    merchantId: MerchantId,
    reference: MerchantConnectorId,
    { connector_webhook_details: sent }: ConnectorAccountRequest,
  ): SealedSecret | null {
    if (!sent) return null;
    const secrets = {
      merchant_secret: sent.merchant_secret,
      ...(sent.additional_secret ? { additional_secret: sent.additional_secret } : {}),
    };
    return {
      sealed: this.seal(merchantId, reference, 'connector_webhook_secrets', secrets),
      masked: maskValues(secrets),
    };
  }

  private seal(merchantId: MerchantId, reference: string, purpose: string, secret: object): string {
    return seal(JSON.stringify(secret), {
      publicKey: this.options.sealingKey,
      header: { reference, merchantId, purpose },
    });
  }
}
