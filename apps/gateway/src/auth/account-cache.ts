import type { MerchantId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import { hashOf, isExpired, looksLikeApiKey } from '../accounts/api-key';
import { ApiKeyRepository } from '../persistence/api-key.repository';
import type { AccountSnapshot } from '../persistence/account-snapshot';
import { findByPublishableKey, findSnapshot } from '../persistence/account-snapshot';
import type { Database } from '../persistence/database';
import { ReadThrough } from './read-through';

interface KnownKey {
  readonly merchantId: MerchantId;
  readonly expiresAt: Date | null;
}

export interface AccountCacheOptions {
  readonly apiKeyHashSecret: string;
  /** What was revoked or changed through another gateway is heeded after this time at the latest. */
  readonly maxAgeMs: number;
}

const maxEntries = 20_000;
const publishableKeyPattern = /^pk_[a-z]{2,8}_[0-9a-f]{32}$/;

/**
 * Who a key belongs to and what that merchant has, from memory: no request waits for the database while its merchant is
 * active. Changes through this gateway are forgotten at once by those who make them.
 */
export class AccountCache {
  private readonly apiKeys: ReadThrough<KnownKey>;
  private readonly publishableKeys: ReadThrough<MerchantId>;
  private readonly accounts: ReadThrough<AccountSnapshot>;
  private readonly keys = new ApiKeyRepository();
  private used = new Set<string>();

  constructor(
    database: Database,
    private readonly options: AccountCacheOptions,
  ) {
    const { maxAgeMs } = options;
    const ages = { maxAgeMs, refreshAfterMs: maxAgeMs / 2, maxEntries };
    this.apiKeys = new ReadThrough((hash) => database.read('every', (sql) => this.keys.findByHash(sql, hash)), ages);
    this.publishableKeys = new ReadThrough(
      (key) => database.read('every', (sql) => findByPublishableKey(sql, key)),
      ages,
    );
    this.accounts = new ReadThrough((id) => database.read([id], (sql) => findSnapshot(sql, id as MerchantId)), ages);
  }

  /** The merchant of a secret key that is neither revoked nor expired. */
  async merchantOfApiKey(plainKey: string, now: Date): Promise<MerchantId | undefined> {
    if (!looksLikeApiKey(plainKey)) return undefined;
    const hash = hashOf(plainKey, this.options.apiKeyHashSecret);
    const known = await this.apiKeys.get(hash);
    if (!known || isExpired(known, now)) return undefined;
    this.used.add(hash);
    return known.merchantId;
  }

  async merchantOfPublishableKey(key: string): Promise<MerchantId | undefined> {
    return publishableKeyPattern.test(key) ? this.publishableKeys.get(key) : undefined;
  }

  async account(merchantId: string): Promise<AccountSnapshot | undefined> {
    return referenceIdPattern.test(merchantId) ? this.accounts.get(merchantId) : undefined;
  }

  /** As it stands in the database now: asked before a refusal that newer settings could cure. */
  async accountAnew(merchantId: string): Promise<AccountSnapshot | undefined> {
    return referenceIdPattern.test(merchantId) ? this.accounts.readAnew(merchantId) : undefined;
  }

  forgetAccount(merchantId: MerchantId): void {
    this.accounts.forget(merchantId);
  }

  /** Keys are changed by their id, and known here by their hash alone: all are read anew. */
  forgetApiKeys(): void {
    this.apiKeys.forgetAll();
  }

  /** The hashes of the keys that were used since the last call. */
  takeUsed(): string[] {
    const used = [...this.used];
    this.used = new Set();
    return used;
  }
}
