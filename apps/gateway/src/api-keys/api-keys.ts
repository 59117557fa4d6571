import { refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { AccountCache } from '../auth/account-cache';
import { RefusalError } from '../errors/errors';
import { changeWithResponse, type ViewedChange } from '../idempotency/change-with-response';
import type { ApiKeyRepository } from '../auth/persistence/api-key.repository';
import { orUnavailable, type Database } from '../persistence/database';
import type { MerchantAccountRepository } from '../accounts/persistence/merchant-account.repository';
import type { RequestTrace } from '../request/request-trace';
import type { ApiKey, ApiKeyRequest } from '../auth/domain/api-key';
import type { ApiKeyHashes } from '../auth/domain/api-key-hashes';
import { expiryOf, isExpired, newApiKey, newApiKeyId, newPlainApiKey, updatedApiKey } from '../auth/domain/api-key';
import type { ChangeSettings } from '../accounts/change-settings';

const pastExpiry = refuse('invalid_format', { field: 'expiration', expected: 'a moment in the future, or never' });

export interface ApiKeysOptions {
  readonly environment: string;
  readonly hashes: Pick<ApiKeyHashes, 'current'>;
}

/** A new API key with its plain text, which no later response contains. */
export interface NewApiKey {
  readonly key: ApiKey;
  readonly plainKey: string;
}

/** Creates, retrieves, updates and revokes a merchant's secret keys. Only the gateway knows them. */
export class ApiKeys {
  constructor(
    private readonly database: Database,
    private readonly settings: Pick<ChangeSettings, 'read'>,
    private readonly accounts: MerchantAccountRepository,
    private readonly keys: ApiKeyRepository,
    private readonly cache: Pick<AccountCache, 'forgetApiKeys'>,
    private readonly options: ApiKeysOptions,
  ) {}

  /** The only call that returns the plain key. */
  async create(
    merchantId: MerchantId,
    sent: { name: string; expiration: string; description?: string | null },
    trace: ViewedChange<NewApiKey>,
  ): Promise<NewApiKey> {
    await this.merchantMustExist(merchantId);
    const now = new Date();
    if (isExpired({ expiresAt: expiryOf(sent.expiration) }, now)) throw new RefusalError(pastExpiry);
    const { environment, hashes } = this.options;
    const plainKey = newPlainApiKey(environment);
    const key = newApiKey(sent, { merchantId, keyId: newApiKeyId(environment), plainKey, now });
    return this.write(merchantId, trace, async (sql) => {
      await this.keys.insert(sql, key, hashes.current(plainKey));
      return { key, plainKey };
    });
  }

  async retrieve(merchantId: MerchantId, keyId: string): Promise<ApiKey> {
    const key = await this.settings.read(merchantId, (sql) => this.keys.find(sql, merchantId, keyId));
    if (!key) throw new RefusalError(refuse('api_key_not_found'));
    return key;
  }

  async list(merchantId: MerchantId, page: { limit: number | null; skip: number }): Promise<ApiKey[]> {
    await this.merchantMustExist(merchantId);
    return this.settings.read(merchantId, (sql) => this.keys.list(sql, merchantId, page));
  }

  async update(
    merchantId: MerchantId,
    keyId: string,
    sent: ApiKeyRequest,
    trace: ViewedChange<ApiKey>,
  ): Promise<ApiKey> {
    const key = updatedApiKey(await this.retrieve(merchantId, keyId), sent);
    return this.write(merchantId, trace, async (sql) => {
      await this.keys.update(sql, key);
      return key;
    });
  }

  async revoke(merchantId: MerchantId, keyId: string, trace: RequestTrace): Promise<void> {
    await this.retrieve(merchantId, keyId);
    const wasRevoked = await this.write(merchantId, trace, (sql) => this.keys.revoke(sql, merchantId, keyId));
    if (!wasRevoked) throw new RefusalError(refuse('api_key_not_found'));
  }

  private async merchantMustExist(merchantId: MerchantId): Promise<void> {
    const account = await this.settings.read(merchantId, (sql) => this.accounts.find(sql, merchantId));
    if (!account) throw new RefusalError(refuse('merchant_not_found'));
  }

  private async write<T>(merchantId: MerchantId, trace: ViewedChange<T>, work: (sql: Sql) => Promise<T>): Promise<T> {
    try {
      return await orUnavailable(changeWithResponse(this.database, [merchantId], trace, work));
    } finally {
      this.cache.forgetApiKeys();
    }
  }
}
