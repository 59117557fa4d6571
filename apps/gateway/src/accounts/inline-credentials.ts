import { Inject, Injectable } from '@nestjs/common';
import type { AccountRef, Refusal } from '@payorch/contracts';
import { accountWithCredentials, baseAccountOf, isRefusal } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { MerchantSeals } from '@payorch/platform/sealing';
import type { GatewayConfig } from '../config';
import { ConfigRepository } from '../configs';
import { DataKeyCache } from '../data-keys';
import { orUnavailable } from '../persistence';
import type { RequestTrace } from '../request';
import { configToken } from '../tokens';
import { ChangeSettings } from './change-settings';
import { ConnectorSecretsSealer } from './connector-secrets';
import {
  accountOfCredentials,
  type AccountWithCredentials,
  checkSentCredentials,
  credentialsNamed,
  type CredentialsScope,
  notPermitted,
  permissionKey,
  type SentCredentials,
  type StoredCredentials,
  textOfCredentials,
  textsOfCredentials,
  tooManyCredentials,
  unknownCredentials,
} from './domain/connectors/inline-credentials';
import { ConnectorAccountRepository } from './persistence/connector-account.repository';
import { InlineCredentialsRepository } from './persistence/inline-credentials.repository';
import { inlineCredentialsMessage } from './settings-messages';

/** The account that a payment uses, and the account version from which every service knows its credentials. */
export interface BoundCredentials {
  readonly account: AccountRef;
  readonly accountVersion: number;
}

/** Credentials to store, with the account that they belong to. */
type Sent = AccountWithCredentials & { readonly identifier: string; readonly hash: string };

const boundTo = ({ merchantConnectorId, connectorName, accountVersion }: StoredCredentials): BoundCredentials => ({
  account: { merchantConnectorId, connector: connectorName },
  accountVersion,
});

/** Credentials that payment requests bring (`merchant_connector_details`): stored, so that every later call has them. */
@Injectable()
export class InlineCredentials {
  constructor(
    @Inject(ChangeSettings) private readonly settings: ChangeSettings,
    @Inject(ConnectorAccountRepository) private readonly accounts: ConnectorAccountRepository,
    @Inject(InlineCredentialsRepository) private readonly rows: InlineCredentialsRepository,
    @Inject(ConfigRepository) private readonly configs: Pick<ConfigRepository, 'find'>,
    @Inject(ConnectorSecretsSealer) private readonly sealer: Pick<ConnectorSecretsSealer, 'credentials'>,
    @Inject(MerchantSeals) private readonly seals: Pick<MerchantSeals, 'hash'>,
    @Inject(DataKeyCache) private readonly keys: Pick<DataKeyCache, 'load'>,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'inlineCredentialsPerAccount'>,
  ) {}

  /** The account of the profile that the sent or named credentials belong to. Stores new credentials. */
  async bind(
    merchantId: MerchantId,
    sent: SentCredentials,
    scope: CredentialsScope,
    trace: RequestTrace,
  ): Promise<BoundCredentials | Refusal> {
    const refused = checkSentCredentials(sent);
    if (refused) return refused;
    const known = await this.settings.read(merchantId, async (sql) => ({
      isPermitted: (await this.configs.find(sql, permissionKey(scope.profileId)))?.value === 'true',
      accounts: await this.accounts.list(sql, merchantId),
      stored: await this.rows.named(sql, merchantId, sent.creds_identifier),
    }));
    if (isRefusal(known)) return known;
    if (!known.isPermitted) return notPermitted;
    const { accounts, stored } = known;
    if (!sent.encoded_data) {
      const named = credentialsNamed(accounts, scope, stored);
      return isRefusal(named) ? named : boundTo(named);
    }
    const found = accountOfCredentials(accounts, scope, sent.encoded_data);
    if (isRefusal(found)) return found;
    const hash = await this.hashOf(merchantId, textOfCredentials(found.credentials, found.metadata));
    const ofRequest = { ...found, identifier: sent.creds_identifier, hash };
    const newest = newestOf(stored, ofRequest);
    return newest?.hash === hash ? boundTo(newest) : this.store(merchantId, ofRequest, trace);
  }

  /**
   * The ids of accounts with the credentials that a request about an existing object names: every version under the
   * identifier, or those with the sent credentials.
   */
  async named(merchantId: MerchantId, sent: SentCredentials): Promise<readonly MerchantConnectorId[] | Refusal> {
    const refused = checkSentCredentials(sent);
    if (refused) return refused;
    const known = await this.settings.read(merchantId, async (sql) => ({
      accounts: await this.accounts.list(sql, merchantId),
      stored: await this.rows.named(sql, merchantId, sent.creds_identifier),
    }));
    if (isRefusal(known)) return known;
    const { accounts, stored } = known;
    if (stored.length === 0) return unknownCredentials;
    const texts = sent.encoded_data && textsOfCredentials(accounts, sent.encoded_data);
    const hashes = texts && (await Promise.all(texts.map((text) => this.hashOf(merchantId, text))));
    return stored.filter(({ hash }) => !hashes || hashes.includes(hash)).map((one) => one.merchantConnectorId);
  }

  private async hashOf(merchantId: MerchantId, text: string): Promise<string> {
    await orUnavailable(this.keys.load(merchantId));
    return this.seals.hash(text, { merchantId, purpose: 'inline_credentials' });
  }

  /** Without the idempotency key: the response belongs to the request's own command. A repeated request finds the same record. */
  private async store(
    merchantId: MerchantId,
    sent: Sent,
    { correlationId, traceparent }: RequestTrace,
  ): Promise<BoundCredentials | Refusal> {
    const stored = await this.settings.of<StoredCredentials>(
      merchantId,
      { correlationId, traceparent },
      async (sql, { accountVersion }) => {
        const changed = await this.changed(sql, merchantId, sent, accountVersion);
        if (isRefusal(changed)) return changed;
        return { result: changed, messages: [inlineCredentialsMessage(changed, accountVersion)] };
      },
    );
    return isRefusal(stored) ? stored : boundTo(stored);
  }

  private async changed(
    sql: Sql,
    merchantId: MerchantId,
    sent: Sent,
    accountVersion: number,
  ): Promise<StoredCredentials | Refusal> {
    const { account, credentials, metadata, identifier, hash } = sent;
    const { connectorName } = account;
    const base = account.merchantConnectorId;
    // The account may have been deleted since it was read.
    if (!(await this.accounts.find(sql, merchantId, base))) return unknownCredentials;
    const known = (await this.rows.named(sql, merchantId, identifier)).find(
      (one) => isOf(one, base) && one.hash === hash,
    );
    if (known) {
      const again = { ...known, accountVersion, sentAt: new Date() };
      await this.rows.update(sql, again);
      return again;
    }
    if ((await this.rows.count(sql, merchantId, base)) >= this.config.inlineCredentialsPerAccount) {
      return tooManyCredentials;
    }
    const merchantConnectorId = accountWithCredentials(base, newId('crd'));
    const { sealed } = this.sealer.credentials({ merchantId, merchantConnectorId }, credentials);
    const made = { merchantId, merchantConnectorId, connectorName, identifier, hash, sealed, metadata };
    const stored: StoredCredentials = { ...made, accountVersion, sentAt: new Date() };
    await this.rows.insert(sql, stored);
    return stored;
  }
}

const isOf = ({ merchantConnectorId }: StoredCredentials, base: MerchantConnectorId): boolean =>
  baseAccountOf(merchantConnectorId) === base;

/** The newest record of the account. `stored`: newest first. */
const newestOf = (stored: readonly StoredCredentials[], { account }: Sent): StoredCredentials | undefined =>
  stored.find((one) => isOf(one, account.merchantConnectorId));
