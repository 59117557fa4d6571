import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, type Refusal, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { ChangeSettings, MerchantAccountRepository } from '../accounts';
import {
  AccountCache,
  type ApiKey,
  ApiKeyHashes,
  ApiKeyRepository,
  type ApiKeyRequest,
  expiryOf,
  isExpired,
  newApiKey,
  newApiKeyId,
  newPlainApiKey,
  updatedApiKey,
} from '../auth';
import type { GatewayConfig } from '../config';
import { changeWithResponse, type ViewedChange } from '../idempotency';
import { Database, orUnavailable } from '../persistence';
import type { RequestTrace } from '../request';
import { configToken } from '../tokens';

const pastExpiry = refuse('invalid_format', { field: 'expiration', expected: 'a moment in the future, or never' });

/** A new API key with its plain text, which no later response contains. */
export interface NewApiKey {
  readonly key: ApiKey;
  readonly plainKey: string;
}

/** Creates, retrieves, updates and revokes a merchant's secret keys. Only the gateway knows them. */
@Injectable()
export class ApiKeys {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ChangeSettings) private readonly settings: Pick<ChangeSettings, 'read'>,
    @Inject(MerchantAccountRepository) private readonly accounts: MerchantAccountRepository,
    @Inject(ApiKeyRepository) private readonly keys: ApiKeyRepository,
    @Inject(AccountCache) private readonly cache: Pick<AccountCache, 'forgetApiKeys'>,
    @Inject(ApiKeyHashes) private readonly hashes: Pick<ApiKeyHashes, 'current'>,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'keyEnvironment'>,
  ) {}

  /** The only call that returns the plain key. */
  async create(
    merchantId: MerchantId,
    sent: { name: string; expiration: string; description?: string | null },
    trace: ViewedChange<NewApiKey>,
  ): Promise<NewApiKey | Refusal> {
    const refused = await this.refuseUnknownMerchant(merchantId);
    if (refused) return refused;
    const now = new Date();
    if (isExpired({ expiresAt: expiryOf(sent.expiration) }, now)) return pastExpiry;
    const { keyEnvironment: environment } = this.config;
    const plainKey = newPlainApiKey(environment);
    const key = newApiKey(sent, { merchantId, keyId: newApiKeyId(environment), plainKey, now });
    return this.write(merchantId, trace, async (sql) => {
      await this.keys.insert(sql, key, this.hashes.current(plainKey));
      return { key, plainKey };
    });
  }

  async retrieve(merchantId: MerchantId, keyId: string): Promise<ApiKey | Refusal> {
    const key = await this.settings.read(merchantId, (sql) => this.keys.find(sql, merchantId, keyId));
    return key ?? refuse('api_key_not_found');
  }

  async list(merchantId: MerchantId, page: { limit: number | null; skip: number }): Promise<ApiKey[] | Refusal> {
    const refused = await this.refuseUnknownMerchant(merchantId);
    return refused ?? this.settings.read(merchantId, (sql) => this.keys.list(sql, merchantId, page));
  }

  async update(
    merchantId: MerchantId,
    keyId: string,
    sent: ApiKeyRequest,
    trace: ViewedChange<ApiKey>,
  ): Promise<ApiKey | Refusal> {
    const stored = await this.retrieve(merchantId, keyId);
    if (isRefusal(stored)) return stored;
    const key = updatedApiKey(stored, sent);
    return this.write(merchantId, trace, async (sql) => {
      await this.keys.update(sql, key);
      return key;
    });
  }

  async revoke(merchantId: MerchantId, keyId: string, trace: RequestTrace): Promise<Refusal | undefined> {
    const stored = await this.retrieve(merchantId, keyId);
    if (isRefusal(stored)) return stored;
    const wasRevoked = await this.write(merchantId, trace, (sql) => this.keys.revoke(sql, merchantId, keyId));
    return wasRevoked ? undefined : refuse('api_key_not_found');
  }

  private async refuseUnknownMerchant(merchantId: MerchantId): Promise<Refusal | undefined> {
    const account = await this.settings.read(merchantId, (sql) => this.accounts.find(sql, merchantId));
    if (isRefusal(account)) return account;
    return account ? undefined : refuse('merchant_not_found');
  }

  private async write<T>(
    merchantId: MerchantId,
    trace: ViewedChange<T>,
    work: (sql: Sql) => Promise<T>,
  ): Promise<T | Refusal> {
    try {
      return await orUnavailable(changeWithResponse(this.database, [merchantId], trace, work));
    } finally {
      this.cache.forgetApiKeys();
    }
  }
}
