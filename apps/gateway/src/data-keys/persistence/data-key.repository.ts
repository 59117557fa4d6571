import { Injectable } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { WrappedDataKey } from '@payorch/platform/sealing';
import { DataKeyRow } from './data-key.rows';

/** The data keys of merchants. Only their wrapped form is stored. */
@Injectable()
export class DataKeyRepository {
  /** In order of their versions; empty for a merchant without keys. */
  async find(sql: Sql, merchantId: MerchantId): Promise<WrappedDataKey[]> {
    const rows = await sql
      .repository(DataKeyRow)
      .find({ where: { merchant_id: merchantId }, order: { version: 'ASC' } });
    return rows.map(({ version, wrapped }) => ({ version, wrapped }));
  }

  async insert(sql: Sql, merchantId: MerchantId, keys: readonly WrappedDataKey[]): Promise<void> {
    await sql.repository(DataKeyRow).insert(keys.map((key) => ({ merchant_id: merchantId, ...key })));
  }

  async replace(sql: Sql, merchantId: MerchantId, { version, wrapped }: WrappedDataKey): Promise<void> {
    await sql.repository(DataKeyRow).update({ merchant_id: merchantId, version }, { wrapped });
  }

  async delete(sql: Sql, merchantId: MerchantId, version: number): Promise<void> {
    await sql.repository(DataKeyRow).delete({ merchant_id: merchantId, version });
  }

  /** By merchant, the version of the current key where it is not the first. */
  async rotated(sql: Sql): Promise<ReadonlyMap<string, number>> {
    const rows = await sql.query<{ merchant_id: string; version: number }>(
      'SELECT merchant_id, max(version) AS version FROM data_keys WHERE version > 1 GROUP BY merchant_id',
    );
    return new Map(rows.map(({ merchant_id, version }) => [merchant_id, version]));
  }

  /** Merchants, deleted ones too, without a key or with one that another master key than `kid` wrapped. */
  async merchantsToRewrap(sql: Sql, kid: string, limit: number): Promise<MerchantId[]> {
    const rows = await sql.query<{ merchant_id: MerchantId }>(`${toRewrap} LIMIT $2`, [kid, limit]);
    return rows.map(({ merchant_id }) => merchant_id);
  }

  async countToRewrap(sql: Sql, kid: string): Promise<number> {
    const [row] = await sql.query<{ count: string }>(`SELECT count(*) AS count FROM (${toRewrap}) older`, [kid]);
    return Number(row?.count ?? 0);
  }
}

const toRewrap = `
  SELECT merchant_id FROM merchant_accounts m
  WHERE NOT EXISTS (SELECT 1 FROM data_keys k WHERE k.merchant_id = m.merchant_id)
     OR EXISTS (SELECT 1 FROM data_keys k WHERE k.merchant_id = m.merchant_id AND split_part(k.wrapped, '.', 2) <> $1)`;
