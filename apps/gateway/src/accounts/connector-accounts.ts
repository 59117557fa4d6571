import { refuse, type Refusal } from '@payorch/contracts';
import { definitionOf } from '@payorch/connectors/catalogue';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { RefusalError } from '../edge';
import type { ViewedChange } from '../idempotency/change-with-response';
import type { ConnectorAccountRepository } from '../persistence/connector-account.repository';
import type { ProfileRepository } from '../persistence/profile.repository';
import type { RequestTrace } from '../request-trace';
import type { ChangeSettings } from './change-settings';
import type { ConnectorAccount, ConnectorAccountRequest } from './connector-account';
import {
  activityOf,
  checkConnector,
  checkConnectorAccountRequest,
  newConnectorAccount,
  updatedConnectorAccount,
} from './connector-account';
import { readCredentials, type Credentials } from './connector-credentials';
import type { ConnectorSecretsSealer } from './connector-secrets';
import type { MerchantAccount } from './merchant-account';
import { checkPmAuthConfig } from './pm-auth-config';
import type { Profile } from './profile';
import { connectorAccountMessage, deletedConnectorAccountMessage } from './settings-messages';

const orThrow = <T extends object>(value: T | Refusal): T => {
  if ('kind' in value && value.kind === 'refused') throw new RefusalError(value as Refusal);
  return value as T;
};

function orRefuse(refused: Refusal | undefined): void {
  if (refused) throw new RefusalError(refused);
}

const duplicate = ({ profileId, connectorLabel }: ConnectorAccount): RefusalError =>
  new RefusalError(refuse('connector_account_exists', { profile_id: profileId, connector_label: connectorLabel }));

const notFound = (id: string): RefusalError => new RefusalError(refuse('connector_account_not_found', { reason: id }));

/** Creates, retrieves, updates and deletes a merchant's connector accounts. */
export class ConnectorAccounts {
  constructor(
    private readonly settings: ChangeSettings,
    private readonly connectorAccounts: ConnectorAccountRepository,
    private readonly profiles: ProfileRepository,
    private readonly sealer: ConnectorSecretsSealer,
    private readonly testConnectors: boolean,
  ) {}

  create(
    merchantId: MerchantId,
    sent: ConnectorAccountRequest,
    trace: ViewedChange<ConnectorAccount>,
  ): Promise<ConnectorAccount> {
    const credentials = this.checkedCredentials(sent, sent.connector_name ?? '');
    const activity = orThrow(activityOf(sent, credentials.auth_type));
    orRefuse(checkConnectorAccountRequest(sent));
    return this.settings.of(merchantId, trace, async (sql, account) => {
      const profile = await this.profileFor(sql, account, sent);
      const owner = { merchantId, merchantConnectorId: newId<MerchantConnectorId>('mca') };
      await this.checkPmAuth(sql, merchantId, profile.profileId, sent);
      const made = newConnectorAccount(sent, {
        ...owner,
        profileId: profile.profileId,
        profileName: profile.profileName,
        credentials: this.sealer.credentials(owner, credentials),
        ...this.sealer.others(owner, sent),
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
    trace: ViewedChange<ConnectorAccount>,
  ): Promise<ConnectorAccount> {
    return this.settings.of(merchantId, trace, async (sql, { accountVersion }) => {
      const stored = await this.connectorAccounts.find(sql, merchantId, id);
      if (!stored) throw notFound(id);
      const credentials = this.newCredentials(sent, stored.connectorName);
      const authType = credentials?.auth_type ?? String(stored.credentials.masked['auth_type']);
      orRefuse(checkConnectorAccountRequest(sent));
      await this.checkPmAuth(sql, merchantId, stored.profileId, sent);
      const updated = updatedConnectorAccount(stored, sent, {
        ...orThrow(activityOf(sent, authType, stored)),
        credentials: credentials && this.sealer.credentials(stored, credentials),
        ...this.sealer.others(stored, sent),
        now: new Date(),
      });
      if (!(await this.connectorAccounts.update(sql, updated))) throw duplicate(updated);
      return { result: updated, messages: [connectorAccountMessage(updated, accountVersion)] };
    });
  }

  /** Deletes the account for good: routing no longer chooses it, and every service drops its secrets. */
  delete(merchantId: MerchantId, id: string, trace: RequestTrace): Promise<void> {
    return this.settings.of(merchantId, trace, async (sql, { accountVersion }) => {
      const stored = await this.connectorAccounts.find(sql, merchantId, id);
      if (!stored) throw notFound(id);
      await this.connectorAccounts.delete(sql, merchantId, id);
      return { result: undefined, messages: [deletedConnectorAccountMessage(stored, accountVersion)] };
    });
  }

  private async checkPmAuth(
    sql: Sql,
    merchantId: MerchantId,
    profileId: ProfileId,
    { pm_auth_config: config }: ConnectorAccountRequest,
  ): Promise<void> {
    if (!config) return;
    orRefuse(checkPmAuthConfig(config, profileId, await this.connectorAccounts.list(sql, merchantId)));
  }

  private checkedCredentials(sent: ConnectorAccountRequest, connectorName: string): Credentials {
    this.mustBeAvailable(sent, connectorName);
    return orThrow(readCredentials(sent.connector_account_details, definitionOf(connectorName)?.credentials ?? []));
  }

  /** Null where an update leaves the credentials unchanged. */
  private newCredentials(sent: ConnectorAccountRequest, connectorName: string): Credentials | null {
    if (sent.connector_account_details) return this.checkedCredentials(sent, connectorName);
    this.mustBeAvailable(sent, connectorName);
    return null;
  }

  private mustBeAvailable(sent: ConnectorAccountRequest, connectorName: string): void {
    orRefuse(checkConnector(sent.connector_type ?? '', definitionOf(connectorName), this.testConnectors));
  }

  private async profileFor(sql: Sql, account: MerchantAccount, sent: ConnectorAccountRequest): Promise<Profile> {
    const { merchantId, defaultProfileId } = account;
    const requested = sent.profile_id ?? null;
    if (requested === null && sent.business_country && sent.business_label) {
      const name = `${String(sent.business_country)}_${String(sent.business_label)}`;
      const named = await this.profiles.findByName(sql, merchantId, name);
      if (named) return named;
    }
    const id = requested ?? defaultProfileId;
    if (id === null) {
      throw new RefusalError(refuse('missing_param', { field: 'profile_id or business_country, business_label' }));
    }
    const profile = await this.profiles.find(sql, merchantId, id);
    if (!profile) throw new RefusalError(refuse('profile_not_found', { id }));
    return profile;
  }
}
