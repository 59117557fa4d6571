import type { MerchantId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import { type Database, ReadThrough } from '../persistence';
import { isExpired, hasApiKeyFormat } from './domain/api-key';
import type { ApiKeyHash, ApiKeyHashes } from './domain/api-key-hashes';
import { type AccountSnapshot, findByPublishableKey, findSnapshot } from './persistence/account-snapshot';
import { ApiKeyRepository } from './persistence/api-key.repository';

interface CachedKey {
  readonly merchantId: MerchantId;
  readonly expiresAt: Date | null;
  readonly hashKid: string | null;
}

export interface AccountCacheOptions {
  readonly apiKeyHashes: ApiKeyHashes;
  /** The longest time until this gateway applies a change that another gateway made. */
  readonly maxAgeMs: number;
}

const maxEntries = 20_000;
const publishableKeyPattern = /^pk_[a-z]{2,8}_[0-9a-f]{32}$/;

/**
 * Caches the merchants of API keys and their accounts: requests of an active merchant need no database read. The
 * services that change a row evict it at once.
 */
export class AccountCache {
  private readonly apiKeys: ReadThrough<CachedKey>;
  private readonly publishableKeys: ReadThrough<MerchantId>;
  private readonly accounts: ReadThrough<AccountSnapshot>;
  private readonly keys = new ApiKeyRepository();
  private used = new Set<string>();
  private readonly rehashing = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly options: AccountCacheOptions,
  ) {
    const { maxAgeMs } = options;
    const ages = { maxAgeMs, refreshAfterMs: maxAgeMs / 2, maxEntries };
    this.apiKeys = new ReadThrough<CachedKey>(
      (hash) => database.read('every', (sql) => this.keys.findByHash(sql, hash)),
      ages,
    );
    this.publishableKeys = new ReadThrough(
      (key) => database.read('every', (sql) => findByPublishableKey(sql, key)),
      ages,
    );
    this.accounts = new ReadThrough((id) => database.read([id], (sql) => findSnapshot(sql, id as MerchantId)), ages);
  }

  /** The merchant of a secret key that is neither revoked nor expired. */
  async merchantOfApiKey(plainKey: string, now: Date): Promise<MerchantId | undefined> {
    if (!hasApiKeyFormat(plainKey)) return undefined;
    const current = this.options.apiKeyHashes.current(plainKey);
    const known = (await this.apiKeys.get(current.hash)) ?? (await this.findByEarlierHash(plainKey, current));
    if (!known || isExpired(known, now)) return undefined;
    if (known.hashKid === null) this.rehash(current.hash, current);
    this.used.add(current.hash);
    return known.merchantId;
  }

  async merchantOfPublishableKey(key: string): Promise<MerchantId | undefined> {
    return publishableKeyPattern.test(key) ? this.publishableKeys.get(key) : undefined;
  }

  async account(merchantId: string): Promise<AccountSnapshot | undefined> {
    return referenceIdPattern.test(merchantId) ? this.accounts.get(merchantId) : undefined;
  }

  /** The account, read from the database at most `ageMs` ago. */
  async accountYoungerThan(merchantId: string, ageMs: number): Promise<AccountSnapshot | undefined> {
    return referenceIdPattern.test(merchantId) ? this.accounts.getYoungerThan(merchantId, ageMs) : undefined;
  }

  /** Whether the cache holds the key, so that its lookup needs no database read. */
  hasKey(plainKey: string): boolean {
    if (plainKey.startsWith('pk_')) return this.publishableKeys.has(plainKey);
    return this.apiKeys.has(this.options.apiKeyHashes.current(plainKey).hash);
  }

  /** Reads the account from the database: before a refusal that newer settings could change. */
  async freshAccount(merchantId: string): Promise<AccountSnapshot | undefined> {
    return referenceIdPattern.test(merchantId) ? this.accounts.readFresh(merchantId) : undefined;
  }

  forgetAccount(merchantId: MerchantId): void {
    this.accounts.forget(merchantId);
  }

  /** API keys change by id, but the cache knows only their hashes: evicts all. */
  forgetApiKeys(): void {
    this.apiKeys.forgetAll();
  }

  private async findByEarlierHash(plainKey: string, current: ApiKeyHash): Promise<CachedKey | undefined> {
    for (const { hash, kid } of this.options.apiKeyHashes.earlier(plainKey)) {
      const known = await this.apiKeys.get(hash);
      if (known) this.rehash(hash, current);
      if (known) return { ...known, hashKid: kid };
    }
    return undefined;
  }

  /**
   * Once for each key, beside its request. After an error the key is still found by its earlier hash, and its next use
   * retries.
   */
  private rehash(before: string, current: ApiKeyHash): void {
    if (this.rehashing.has(before)) return;
    this.rehashing.add(before);
    void this.database
      .change('every', (sql) => this.keys.rehash(sql, before, current))
      .then(
        () => [before, current.hash].forEach((hash) => this.apiKeys.forget(hash)),
        () => undefined,
      )
      .finally(() => this.rehashing.delete(before));
  }

  /** The hashes of the API keys that were used since the last call. */
  takeUsedHashes(): string[] {
    const used = [...this.used];
    this.used = new Set();
    return used;
  }
}
