import { Injectable } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { In, IsNull } from 'typeorm';
import { ApiKeyRow } from './api-key.rows';
import type { ApiKey } from '../domain/api-key';
import type { ApiKeyHash } from '../domain/api-key-hashes';

const fromRow = (row: ApiKeyRow): ApiKey => ({
  merchantId: row.merchant_id,
  keyId: row.key_id,
  name: row.name,
  description: row.description,
  prefix: row.prefix,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const toRow = (key: ApiKey, { hash, kid }: ApiKeyHash): Omit<ApiKeyRow, 'revoked_at' | 'last_used_at'> => ({
  merchant_id: key.merchantId,
  key_id: key.keyId,
  name: key.name,
  description: key.description,
  prefix: key.prefix,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  hash,
  hash_kid: kid,
});

const live = { revoked_at: IsNull() };
const now = () => 'now()';

/** API keys. No query finds a revoked key; its row stays for audits. */
@Injectable()
export class ApiKeyRepository {
  async insert(sql: Sql, key: ApiKey, hash: ApiKeyHash): Promise<void> {
    await sql.repository(ApiKeyRow).insert(toRow(key, hash));
  }

  async find(sql: Sql, merchantId: MerchantId, keyId: string): Promise<ApiKey | undefined> {
    const row = await sql.repository(ApiKeyRow).findOneBy({ merchant_id: merchantId, key_id: keyId, ...live });
    return row ? fromRow(row) : undefined;
  }

  /** The merchant of this key hash, and the secret that made the hash: runs before any merchant is known. */
  async findByHash(sql: Sql, hash: string): Promise<(ApiKey & { readonly hashKid: string | null }) | undefined> {
    const row = await sql.repository(ApiKeyRow).findOneBy({ hash, ...live });
    return row ? { ...fromRow(row), hashKid: row.hash_kid } : undefined;
  }

  async update(sql: Sql, { merchantId, keyId, name, description, expiresAt }: ApiKey): Promise<void> {
    const place = { merchant_id: merchantId, key_id: keyId };
    await sql.repository(ApiKeyRow).update(place, { name, description, expires_at: expiresAt });
  }

  /** False where the key does not exist or is already revoked. */
  async revoke(sql: Sql, merchantId: MerchantId, keyId: string): Promise<boolean> {
    const place = { merchant_id: merchantId, key_id: keyId, ...live };
    const { affected } = await sql.repository(ApiKeyRow).update(place, { revoked_at: now });
    return affected === 1;
  }

  /** Deletes the keys of a merchant account. */
  async revokeAll(sql: Sql, merchantId: MerchantId): Promise<void> {
    await sql.repository(ApiKeyRow).update({ merchant_id: merchantId, ...live }, { revoked_at: now });
  }

  async list(sql: Sql, merchantId: MerchantId, page: { limit: number | null; skip: number }): Promise<ApiKey[]> {
    const rows = await sql.repository(ApiKeyRow).find({
      where: { merchant_id: merchantId, ...live },
      order: { created_at: 'DESC', key_id: 'ASC' },
      skip: page.skip,
      ...(page.limit !== null && { take: page.limit }),
    });
    return rows.map(fromRow);
  }

  /** Stores another hash of the same key. Changes nothing if the key was revoked or rehashed meanwhile. */
  async rehash(sql: Sql, before: string, { hash, kid }: ApiKeyHash): Promise<void> {
    await sql.repository(ApiKeyRow).update({ hash: before, ...live }, { hash, hash_kid: kid });
  }

  async touch(sql: Sql, hashes: readonly string[]): Promise<void> {
    await sql.repository(ApiKeyRow).update({ hash: In(hashes) }, { last_used_at: now });
  }
}
