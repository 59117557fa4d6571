import { Injectable } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { ApiKey } from '../domain/api-key';
import type { ApiKeyHash } from '../domain/api-key-hashes';

interface Stored {
  merchant_id: MerchantId;
  key_id: string;
  name: string;
  description: string | null;
  prefix: string;
  created_at: Date;
  expires_at: Date | null;
}

const columns = 'merchant_id, key_id, name, description, prefix, created_at, expires_at';

const fromRow = (row: Stored): ApiKey => ({
  merchantId: row.merchant_id,
  keyId: row.key_id,
  name: row.name,
  description: row.description,
  prefix: row.prefix,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

/** API keys. No query finds a revoked key; its row stays for audits. */
@Injectable()
export class ApiKeyRepository {
  async insert(sql: Sql, key: ApiKey, { hash, kid }: ApiKeyHash): Promise<void> {
    await sql.query(`INSERT INTO api_keys (${columns}, hash, hash_kid) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
      key.merchantId,
      key.keyId,
      key.name,
      key.description,
      key.prefix,
      key.createdAt,
      key.expiresAt,
      hash,
      kid,
    ]);
  }

  async find(sql: Sql, merchantId: MerchantId, keyId: string): Promise<ApiKey | undefined> {
    const rows = await sql.query<Stored>(
      `SELECT ${columns} FROM api_keys WHERE merchant_id = $1 AND key_id = $2 AND revoked_at IS NULL`,
      [merchantId, keyId],
    );
    return rows.map(fromRow)[0];
  }

  /** The merchant of this key hash, and the secret that made the hash: runs before any merchant is known. */
  async findByHash(sql: Sql, hash: string): Promise<(ApiKey & { readonly hashKid: string | null }) | undefined> {
    const [row] = await sql.query<Stored & { hash_kid: string | null }>(
      `SELECT ${columns}, hash_kid FROM api_keys WHERE hash = $1 AND revoked_at IS NULL`,
      [hash],
    );
    return row && { ...fromRow(row), hashKid: row.hash_kid };
  }

  async update(sql: Sql, key: ApiKey): Promise<void> {
    await sql.query(
      'UPDATE api_keys SET name = $3, description = $4, expires_at = $5 WHERE merchant_id = $1 AND key_id = $2',
      [key.merchantId, key.keyId, key.name, key.description, key.expiresAt],
    );
  }

  /** False where the key does not exist or is already revoked. */
  async revoke(sql: Sql, merchantId: MerchantId, keyId: string): Promise<boolean> {
    const rows = await sql.query(
      `UPDATE api_keys SET revoked_at = now() WHERE merchant_id = $1 AND key_id = $2 AND revoked_at IS NULL
       RETURNING key_id`,
      [merchantId, keyId],
    );
    return rows.length > 0;
  }

  /** Deletes the keys of a merchant account. */
  async revokeAll(sql: Sql, merchantId: MerchantId): Promise<void> {
    await sql.query('UPDATE api_keys SET revoked_at = now() WHERE merchant_id = $1 AND revoked_at IS NULL', [
      merchantId,
    ]);
  }

  async list(sql: Sql, merchantId: MerchantId, page: { limit: number | null; skip: number }): Promise<ApiKey[]> {
    const rows = await sql.query<Stored>(
      `SELECT ${columns} FROM api_keys WHERE merchant_id = $1 AND revoked_at IS NULL
       ORDER BY created_at DESC, key_id LIMIT $2 OFFSET $3`,
      [merchantId, page.limit, page.skip],
    );
    return rows.map(fromRow);
  }

  /** Stores another hash of the same key. Changes nothing if the key was revoked or rehashed meanwhile. */
  async rehash(sql: Sql, before: string, { hash, kid }: ApiKeyHash): Promise<void> {
    await sql.query('UPDATE api_keys SET hash = $2, hash_kid = $3 WHERE hash = $1 AND revoked_at IS NULL', [
      before,
      hash,
      kid,
    ]);
  }

  async touch(sql: Sql, hashes: readonly string[]): Promise<void> {
    await sql.query('UPDATE api_keys SET last_used_at = now() WHERE hash = ANY($1::text[])', [hashes]);
  }
}
