import { Injectable } from '@nestjs/common';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { In } from 'typeorm';
import type { EphemeralKey } from '../domain/ephemeral-key';
import { EphemeralKeyRow } from './ephemeral-key.rows';

const fromRow = (row: EphemeralKeyRow): EphemeralKey => ({
  merchantId: row.merchant_id,
  keyId: row.key_id,
  customerId: row.customer_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

/** Ephemeral keys until they expire or are deleted. */
@Injectable()
export class EphemeralKeyRepository {
  async insert(sql: Sql, key: EphemeralKey, hash: string): Promise<void> {
    await sql.repository(EphemeralKeyRow).insert({
      merchant_id: key.merchantId,
      key_id: key.keyId,
      customer_id: key.customerId,
      hash,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    });
  }

  /** By the hashes of a key under the present and the earlier secrets: runs before any merchant is known. */
  async findByHash(sql: Sql, hashes: readonly string[]): Promise<EphemeralKey | undefined> {
    const row = await sql.repository(EphemeralKeyRow).findOneBy({ hash: In([...hashes]) });
    return row ? fromRow(row) : undefined;
  }

  /** Undefined where the merchant has no such key. */
  async delete(sql: Sql, merchantId: MerchantId, keyId: string): Promise<EphemeralKey | undefined> {
    const place = { merchant_id: merchantId, key_id: keyId };
    const row = await sql.repository(EphemeralKeyRow).findOneBy(place);
    const { affected } = row ? await sql.repository(EphemeralKeyRow).delete(place) : { affected: 0 };
    return row && affected === 1 ? fromRow(row) : undefined;
  }

  async deleteAll(sql: Sql, merchantId: MerchantId, customerId: CustomerId): Promise<void> {
    await sql.repository(EphemeralKeyRow).delete({ merchant_id: merchantId, customer_id: customerId });
  }

  /** Deletes up to `limit` expired keys of any merchant; returns their number. */
  async deleteExpired(sql: Sql, limit: number): Promise<number> {
    const gone = await sql.query(
      `DELETE FROM ephemeral_keys WHERE (merchant_id, key_id) IN (
         SELECT merchant_id, key_id FROM ephemeral_keys WHERE expires_at <= now() ORDER BY expires_at LIMIT $1)
       RETURNING key_id`,
      [limit],
    );
    return gone.length;
  }
}
