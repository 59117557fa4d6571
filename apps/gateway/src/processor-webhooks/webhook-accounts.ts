import type { WebhookReader } from '@payorch/connector-kit';
import { isConnectorName } from '@payorch/connectors/catalogue';
import { webhookReaders } from '@payorch/connectors/webhook-readers';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import type { SettingsBox } from '@payorch/platform/sealing';
import { SealError } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import type { ConnectorAccount } from '../accounts/connector-account';
import { webhookSecretsPlace } from '../accounts/connector-secrets';
import { ReadThrough } from '../auth/read-through';
import type { AccountSnapshot } from '../persistence/account-snapshot';
import type { ConnectorAccountRepository } from '../persistence/connector-account.repository';
import type { Database } from '../persistence/database';

/** A connector account as far as its webhooks go. */
export interface WebhookAccount {
  readonly merchantId: MerchantId;
  readonly merchantConnectorId: MerchantConnectorId;
  readonly connectorName: string;
  /** Null: the processor cannot sign. */
  readonly reader: WebhookReader | null;
  /** Newest first, several while one is being replaced; empty: the merchant gave none. Null: there are some, and they do not open. */
  readonly secrets: readonly string[] | null;
}

export interface WebhookAccountsOptions {
  readonly database: Pick<Database, 'read'>;
  readonly accounts: Pick<ConnectorAccountRepository, 'findByIdOrName'>;
  readonly box: Pick<SettingsBox, 'open'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Under one connector name a merchant may have an account in each of its profiles. */
const maxAccounts = 5;
const memory = { refreshAfterMs: 60_000, maxAgeMs: 60_000, maxEntries: 5_000 };

/**
 * The accounts that a webhook may be for, with their secrets, from memory: a flood costs no database. An entry belongs to
 * one version of the merchant's account, so whoever sees a newer version sees what changed.
 */
export class WebhookAccounts {
  private readonly cache: ReadThrough<readonly WebhookAccount[]>;
  /** Names under which there was an account; those of strangers are not in it. */
  private readonly names = new Set<string>();

  constructor(private readonly options: WebhookAccountsOptions) {
    this.cache = new ReadThrough((key) => this.load(key), memory);
  }

  /** Whether there was such an account when it was asked for last. */
  has(merchantId: string, idOrName: string): boolean {
    return this.names.has(JSON.stringify([merchantId, idOrName]));
  }

  /** By an account's own id or by its connector's name. Empty where there is none. */
  async of({ merchantId, accountVersion }: AccountSnapshot, idOrName: string): Promise<readonly WebhookAccount[]> {
    return (await this.cache.get(JSON.stringify([merchantId, idOrName, accountVersion]))) ?? [];
  }

  private async load(key: string): Promise<readonly WebhookAccount[]> {
    const { database, accounts } = this.options;
    const [merchantId, idOrName] = JSON.parse(key) as [MerchantId, string];
    const found = await database.read([merchantId], (sql) =>
      accounts.findByIdOrName(sql, merchantId, idOrName, maxAccounts),
    );
    if (found.length > 0) this.remember(merchantId, idOrName);
    return found.map((account) => this.opened(account));
  }

  private remember(merchantId: MerchantId, idOrName: string): void {
    this.names.add(JSON.stringify([merchantId, idOrName]));
    if (this.names.size <= memory.maxEntries) return;
    const [oldest] = this.names;
    if (oldest !== undefined) this.names.delete(oldest);
  }

  private opened(account: ConnectorAccount): WebhookAccount {
    const { merchantId, merchantConnectorId, connectorName } = account;
    const reader = isConnectorName(connectorName) ? webhookReaders[connectorName] : null;
    return { merchantId, merchantConnectorId, connectorName, reader, secrets: this.secretsOf(account) };
  }

  private secretsOf(account: ConnectorAccount): readonly string[] | null {
    const { webhookSecrets, merchantConnectorId } = account;
    if (!webhookSecrets) return [];
    try {
      if (webhookSecrets.boxed === null) throw new SealError('unknown_key');
      const opened = this.options.box.open(webhookSecrets.boxed, webhookSecretsPlace(account));
      const { merchant_secret, additional_secret } = JSON.parse(opened) as Record<string, unknown>;
      return [merchant_secret, additional_secret].filter(
        (secret): secret is string => typeof secret === 'string' && secret !== '',
      );
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      const why = 'webhook secrets do not open here: connector_webhook_details must be sent again';
      this.options.logger.error({ error, merchantConnectorId }, why);
      return null;
    }
  }
}
