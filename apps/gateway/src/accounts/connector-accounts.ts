import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, type Refusal, refuse, withOthers } from '@payorch/contracts';
import { definitionOf } from '@payorch/connectors/catalogue';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { GatewayConfig } from '../config';
import type { ViewedChange } from '../idempotency';
import type { RequestTrace } from '../request';
import { configToken } from '../tokens';
import { ChangeSettings } from './change-settings';
import { ConnectorSecretsSealer } from './connector-secrets';
import {
  type Activity,
  type ConnectorAccount,
  type ConnectorAccountRequest,
  activityOf,
  checkConnector,
  checkConnectorAccountRequest,
  newConnectorAccount,
  updatedConnectorAccount,
} from './domain/connectors/connector-account';
import { checkRequiredMetadata } from './domain/connectors/connector-metadata';
import { authTypeIn, readCredentials, type Credentials } from './domain/connectors/connector-credentials';
import { withSealedCertificates } from './domain/connectors/metadata-certificates';
import { type VerifiedDomains, withVerifiedDomains } from './domain/connectors/verified-domains';
import { type RegisteredEndpoint, withEndpoint } from './domain/connectors/webhook-endpoint';
import { checkPmAuthConfig } from './domain/connectors/pm-auth-config';
import type { MerchantAccount } from './domain/merchant-account';
import type { Profile } from './domain/profile';
import { ConnectorAccountRepository } from './persistence/connector-account.repository';
import { InlineCredentialsRepository } from './persistence/inline-credentials.repository';
import { ProfileRepository } from './persistence/profile.repository';
import {
  connectorAccountMessage,
  deletedConnectorAccountMessage,
  deletedInlineCredentialsMessage,
} from './settings-messages';

const duplicate = ({ profileId, connectorLabel }: ConnectorAccount): Refusal =>
  refuse('connector_account_exists', { profile_id: profileId, connector_label: connectorLabel });

const notFound = (id: string): Refusal => refuse('connector_account_not_found', { reason: id });

const checkMetadata = (sent: ConnectorAccountRequest, stored?: ConnectorAccount): Refusal | undefined => {
  const required = definitionOf(stored?.connectorName ?? sent.connector_name ?? '')?.requiredMetadata ?? [];
  return checkRequiredMetadata(required, sent.metadata, stored?.details.metadata);
};

/** What the credentials will be: an update without credentials leaves the stored ones. */
const authTypeOf = (sent: ConnectorAccountRequest, stored?: ConnectorAccount): string =>
  authTypeIn(sent.connector_account_details) ?? String(stored?.credentials.masked['auth_type']);

/** The parts of a request that were read without a refusal. */
interface ReadRequest<C> {
  readonly credentials: C;
  readonly activity: Activity;
  readonly sealable: ConnectorAccountRequest;
}

/** Creates, retrieves, updates and deletes a merchant's connector accounts. */
@Injectable()
export class ConnectorAccounts {
  constructor(
    @Inject(ChangeSettings) private readonly settings: ChangeSettings,
    @Inject(ConnectorAccountRepository) private readonly connectorAccounts: ConnectorAccountRepository,
    @Inject(InlineCredentialsRepository)
    private readonly inlineCredentials: Pick<InlineCredentialsRepository, 'deleteOf'>,
    @Inject(ProfileRepository) private readonly profiles: ProfileRepository,
    @Inject(ConnectorSecretsSealer) private readonly sealer: ConnectorSecretsSealer,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'testConnectors'>,
  ) {}

  async create(
    merchantId: MerchantId,
    sent: ConnectorAccountRequest,
    trace: ViewedChange<ConnectorAccount>,
  ): Promise<ConnectorAccount | Refusal> {
    const read = this.readNew(sent);
    if (isRefusal(read)) return withOthers(read, this.refusalsOf(sent));
    const { credentials, activity, sealable } = read;
    return this.settings.of(merchantId, trace, async (sql, account) => {
      const profile = await this.profileFor(sql, account, sent);
      if (isRefusal(profile)) return profile;
      const wrongPmAuth = await this.checkPmAuth(sql, merchantId, profile.profileId, sent);
      if (wrongPmAuth) return wrongPmAuth;
      const owner = { merchantId, merchantConnectorId: newId<MerchantConnectorId>('mca') };
      const made = newConnectorAccount(sealable, {
        ...owner,
        profileId: profile.profileId,
        profileName: profile.profileName,
        credentials: this.sealer.credentials(owner, credentials),
        ...this.sealer.others(owner, sealable),
        ...activity,
        now: new Date(),
      });
      if (!(await this.connectorAccounts.insert(sql, made))) return duplicate(made);
      return { result: made, messages: [connectorAccountMessage(made, account.accountVersion)] };
    });
  }

  async retrieve(merchantId: MerchantId, id: string): Promise<ConnectorAccount | Refusal> {
    const found = await this.settings.read(merchantId, (sql) => this.connectorAccounts.find(sql, merchantId, id));
    return found ?? notFound(id);
  }

  list(merchantId: MerchantId): Promise<ConnectorAccount[] | Refusal> {
    return this.settings.read(merchantId, (sql) => this.connectorAccounts.list(sql, merchantId));
  }

  update(
    merchantId: MerchantId,
    id: string,
    sent: ConnectorAccountRequest,
    trace: ViewedChange<ConnectorAccount>,
  ): Promise<ConnectorAccount | Refusal> {
    return this.settings.of(merchantId, trace, async (sql, { accountVersion }) => {
      const stored = await this.connectorAccounts.find(sql, merchantId, id);
      if (!stored) return notFound(id);
      const read = await this.readUpdate(sql, sent, stored);
      if (isRefusal(read)) return withOthers(read, this.refusalsOf(sent, stored));
      const { credentials, activity, sealable } = read;
      const updated = updatedConnectorAccount(stored, sealable, {
        ...activity,
        credentials: credentials && this.sealer.credentials(stored, credentials),
        ...this.sealer.others(stored, sealable),
        now: new Date(),
      });
      if (!(await this.connectorAccounts.update(sql, updated))) return duplicate(updated);
      return { result: updated, messages: [connectorAccountMessage(updated, accountVersion)] };
    });
  }

  /** Adds domains that Apple verified. No other service reads them, so no message carries them. */
  addVerifiedDomains(
    merchantId: MerchantId,
    id: string,
    verified: VerifiedDomains,
    trace: ViewedChange<ConnectorAccount>,
  ): Promise<ConnectorAccount | Refusal> {
    return this.settings.of(merchantId, trace, async (sql) => {
      const stored = await this.connectorAccounts.find(sql, merchantId, id);
      if (!stored) return notFound(id);
      const updated = withVerifiedDomains(stored, verified, new Date());
      if (isRefusal(updated)) return updated;
      if (!(await this.connectorAccounts.update(sql, updated))) return duplicate(updated);
      return { result: updated, messages: [] };
    });
  }

  /**
   * Stores a registered endpoint with its secret. `verification_failed`: another registration stored its endpoint meanwhile, and nothing
   * is stored.
   */
  storeWebhookEndpoint(
    merchantId: MerchantId,
    id: string,
    registered: RegisteredEndpoint,
    trace: ViewedChange<ConnectorAccount>,
  ): Promise<ConnectorAccount | Refusal> {
    return this.settings.of(merchantId, trace, async (sql, { accountVersion }) => {
      const stored = await this.connectorAccounts.find(sql, merchantId, id);
      if (!stored) return notFound(id);
      const webhookSecrets = this.sealer.withEndpointSecret(stored, registered);
      const updated = withEndpoint(stored, registered, { webhookSecrets, now: new Date() });
      if (!updated) return refuse('verification_failed');
      if (!(await this.connectorAccounts.update(sql, updated))) return duplicate(updated);
      return { result: updated, messages: [connectorAccountMessage(updated, accountVersion)] };
    });
  }

  /** Deletes the account for good: routing no longer chooses it, and every service drops its secrets. */
  delete(merchantId: MerchantId, id: string, trace: RequestTrace): Promise<Refusal | undefined> {
    return this.settings.of<undefined>(merchantId, trace, async (sql, { accountVersion }) => {
      const stored = await this.connectorAccounts.find(sql, merchantId, id);
      if (!stored) return notFound(id);
      await this.connectorAccounts.delete(sql, merchantId, id);
      const credentials = await this.inlineCredentials.deleteOf(sql, merchantId, stored.merchantConnectorId);
      const messages = [
        ...credentials.map((one) => deletedInlineCredentialsMessage(one, accountVersion)),
        deletedConnectorAccountMessage(stored, accountVersion),
      ];
      return { result: undefined, messages };
    });
  }

  private readNew(sent: ConnectorAccountRequest): ReadRequest<Credentials> | Refusal {
    const credentials = this.checkedCredentials(sent, sent.connector_name ?? '');
    if (isRefusal(credentials)) return credentials;
    const activity = activityOf(sent, credentials.auth_type);
    if (isRefusal(activity)) return activity;
    const sealable = withSealedCertificates(sent);
    if (isRefusal(sealable)) return sealable;
    const refused = checkConnectorAccountRequest(sealable) ?? checkMetadata(sent);
    return refused ?? { credentials, activity, sealable };
  }

  private async readUpdate(
    sql: Sql,
    sent: ConnectorAccountRequest,
    stored: ConnectorAccount,
  ): Promise<ReadRequest<Credentials | null> | Refusal> {
    const credentials = this.newCredentials(sent, stored.connectorName);
    if (isRefusal(credentials)) return credentials;
    const sealable = withSealedCertificates(sent, stored);
    if (isRefusal(sealable)) return sealable;
    const refused =
      checkConnectorAccountRequest(sealable) ??
      checkMetadata(sent, stored) ??
      (await this.checkPmAuth(sql, stored.merchantId, stored.profileId, sent));
    if (refused) return refused;
    const activity = activityOf(sent, authTypeOf(sent, stored), stored);
    return isRefusal(activity) ? activity : { credentials, activity, sealable };
  }

  /** Every refusal that the request alone decides, for the list of problems: each reader above stops at the first. */
  private refusalsOf(sent: ConnectorAccountRequest, stored?: ConnectorAccount): Refusal[] {
    const connectorName = stored?.connectorName ?? sent.connector_name ?? '';
    const credentials = stored
      ? this.newCredentials(sent, connectorName)
      : this.checkedCredentials(sent, connectorName);
    return [
      credentials,
      activityOf(sent, authTypeOf(sent, stored), stored),
      withSealedCertificates(sent, stored),
      checkConnectorAccountRequest(sent),
      checkMetadata(sent, stored),
    ].filter(isRefusal);
  }

  private async checkPmAuth(
    sql: Sql,
    merchantId: MerchantId,
    profileId: ProfileId,
    { pm_auth_config: config }: ConnectorAccountRequest,
  ): Promise<Refusal | undefined> {
    if (!config) return undefined;
    return checkPmAuthConfig(config, profileId, await this.connectorAccounts.list(sql, merchantId));
  }

  private checkedCredentials(sent: ConnectorAccountRequest, connectorName: string): Credentials | Refusal {
    const refused = this.checkAvailability(sent, connectorName);
    return refused ?? readCredentials(sent.connector_account_details, definitionOf(connectorName)?.credentials ?? []);
  }

  /** Null where an update leaves the credentials unchanged. */
  private newCredentials(sent: ConnectorAccountRequest, connectorName: string): Credentials | null | Refusal {
    if (sent.connector_account_details) return this.checkedCredentials(sent, connectorName);
    return this.checkAvailability(sent, connectorName) ?? null;
  }

  private checkAvailability(sent: ConnectorAccountRequest, connectorName: string): Refusal | undefined {
    return checkConnector(sent.connector_type ?? '', definitionOf(connectorName), this.config.testConnectors);
  }

  private async profileFor(
    sql: Sql,
    account: MerchantAccount,
    sent: ConnectorAccountRequest,
  ): Promise<Profile | Refusal> {
    const { merchantId, defaultProfileId } = account;
    const requested = sent.profile_id ?? null;
    if (requested === null && sent.business_country && sent.business_label) {
      const name = `${String(sent.business_country)}_${String(sent.business_label)}`;
      const named = await this.profiles.findByName(sql, merchantId, name);
      if (named) return named;
    }
    const id = requested ?? defaultProfileId;
    if (id === null) return refuse('missing_param', { field: 'profile_id or business_country, business_label' });
    const profile = await this.profiles.find(sql, merchantId, id);
    return profile ?? refuse('profile_not_found', { id });
  }
}
