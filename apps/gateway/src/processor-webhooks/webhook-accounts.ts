import { Inject, Injectable } from '@nestjs/common';
import type { WebhookReader } from '@payorch/connector-kit';
import { isConnectorName } from '@payorch/connectors/catalogue';
import { webhookReaders } from '@payorch/connectors/webhook-readers';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import { SettingsBox } from '@payorch/platform/sealing';
import { SealError } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { LRUCache } from 'lru-cache';
import { type ConnectorAccount, ConnectorAccountRepository, webhookSecretsPlace } from '../accounts';
import type { AccountSnapshot } from '../auth';
import { Database, ReadThrough } from '../persistence';
import { loggerToken } from '../tokens';

/** The webhook settings of a connector account. */
export interface WebhookAccount {
  readonly merchantId: MerchantId;
  readonly merchantConnectorId: MerchantConnectorId;
  readonly connectorName: string;
  /** Null: the processor cannot sign. */
  readonly reader: WebhookReader | null;
  /** Newest first, two during a rotation; empty: the merchant has set none. Null: the stored secrets cannot be opened. */
  readonly secrets: readonly string[] | null;
}

/** A merchant may have an account of one connector in each profile. */
const maxAccounts = 5;
const memory = { refreshAfterMs: 60_000, maxAgeMs: 60_000, maxEntries: 5_000 };

/**
 * Caches the accounts that a webhook may address, with their secrets: a flood needs no database reads. An entry belongs
 * to one version of the merchant's account, so a newer version finds the newer settings.
 */
@Injectable()
export class WebhookAccounts {
  private readonly cache: ReadThrough<readonly WebhookAccount[]>;
  /** Names with an account at the last read; unknown names are not stored. */
  private readonly names = new LRUCache<string, true>({ max: memory.maxEntries });

  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'read'>,
    @Inject(ConnectorAccountRepository) private readonly accounts: Pick<ConnectorAccountRepository, 'findByIdOrName'>,
    @Inject(SettingsBox) private readonly box: Pick<SettingsBox, 'open'>,
    @Inject(loggerToken) private readonly logger: Pick<Logger, 'error'>,
  ) {
    this.cache = new ReadThrough((key) => this.load(key), memory);
  }

  /** Whether such an account existed at the last read. */
  has(merchantId: string, idOrName: string): boolean {
    return this.names.has(JSON.stringify([merchantId, idOrName]));
  }

  /** By an account's id or its connector's name. Empty where there is none. */
  async of(
    { merchantId, accountVersion }: Pick<AccountSnapshot, 'merchantId' | 'accountVersion'>,
    idOrName: string,
  ): Promise<readonly WebhookAccount[]> {
    return (await this.cache.get(JSON.stringify([merchantId, idOrName, accountVersion]))) ?? [];
  }

  private async load(key: string): Promise<readonly WebhookAccount[]> {
    const { database, accounts } = this;
    const [merchantId, idOrName] = JSON.parse(key) as [MerchantId, string];
    const found = await database.read([merchantId], (sql) =>
      accounts.findByIdOrName(sql, merchantId, idOrName, maxAccounts),
    );
    if (found.length > 0) this.names.set(JSON.stringify([merchantId, idOrName]), true);
    return found.map((account) => this.opened(account));
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
      if (webhookSecrets.gatewaySeal === null) throw new SealError('unknown_key');
      const opened = this.box.open(webhookSecrets.gatewaySeal, webhookSecretsPlace(account));
      const { merchant_secret, additional_secret } = JSON.parse(opened) as Record<string, unknown>;
      return [merchant_secret, additional_secret].filter(
        (secret): secret is string => typeof secret === 'string' && secret !== '',
      );
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      const why =
        'the gateway cannot open the webhook secrets of an account: the merchant must send connector_webhook_details again';
      this.logger.error({ error, merchantConnectorId }, why);
      return null;
    }
  }
}
