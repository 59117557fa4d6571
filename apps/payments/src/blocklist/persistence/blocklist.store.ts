import type { BlocklistDataKind } from '@payorch/contracts';
import { blocklistKey, partsOfKey } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Sql, Statement, StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { columnsOf, VersionedRows } from '@payorch/platform/postgres';
import type { AggregateStore, Change } from '@payorch/platform/shell';
import type { BlocklistEntry } from '../domain/blocklist-entry';
import { BlocklistRow } from './blocklist.rows';

const columns = columnsOf(BlocklistRow);

const rows = new VersionedRows(columns);

/** The key columns of an entry, from the key of its messages. */
function columnsOfKey(key: string): readonly [merchantId: string, dataKind: string, data: string] {
  const [merchantId, id] = partsOfKey(key);
  const colon = id.indexOf(':');
  return [merchantId, id.slice(0, colon), decodeURIComponent(id.slice(colon + 1))];
}

export interface BlocklistPage {
  readonly entries: readonly BlocklistEntry[];
  readonly total: number;
}

/** The entries of blocklists as aggregates: commands about one entry run one after the other. */
export class BlocklistStore implements AggregateStore<BlocklistEntry, unknown> {
  async load(
    sql: Sql,
    keys: readonly string[],
    purpose: 'writing' | 'reading',
  ): Promise<ReadonlyMap<string, BlocklistEntry>> {
    const ids = keys.map(columnsOfKey);
    const found = await sql.query<StoredRow<BlocklistRow>>(
      `SELECT ${columns.list} FROM blocklist
       WHERE (merchant_id, data_kind, data) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
       ORDER BY ${columns.key} ${purpose === 'writing' ? 'FOR UPDATE' : ''}`,
      [ids.map(([merchant]) => merchant), ids.map(([, kind]) => kind), ids.map(([, , data]) => data)],
    );
    return new Map(found.map(entryFromRow).map((entry) => [blocklistKey(entry), entry]));
  }

  writes(changes: readonly Change<BlocklistEntry>[]): readonly Statement[] {
    return rows.writesOf(changes, entryToRow);
  }

  /** The entries that apply, newest first, and their number. */
  async list(
    sql: Sql,
    about: { readonly merchantId: MerchantId; readonly dataKind: BlocklistDataKind },
    page: { readonly limit: number; readonly offset: number },
  ): Promise<BlocklistPage> {
    const listed = 'FROM blocklist WHERE merchant_id = $1 AND data_kind = $2 AND removed_at IS NULL';
    const params = [about.merchantId, about.dataKind];
    const [listedRows, [counted]] = await Promise.all([
      sql.query<StoredRow<BlocklistRow>>(
        `SELECT ${columns.list} ${listed} ORDER BY created_at DESC, data DESC LIMIT $3 OFFSET $4`,
        [...params, page.limit, page.offset],
      ),
      sql.query<{ count: string }>(`SELECT count(*) ${listed}`, params),
    ]);
    return { entries: listedRows.map(entryFromRow), total: Number(counted?.count ?? 0) };
  }
}

export const entryToRow = (entry: BlocklistEntry): WrittenRow<BlocklistRow> => ({
  merchant_id: entry.merchantId,
  data_kind: entry.dataKind,
  data: entry.data,
  version: entry.version,
  created_at: entry.createdAt,
  removed_at: entry.removedAt,
});

const entryFromRow = (row: StoredRow<BlocklistRow>): BlocklistEntry => ({
  merchantId: row.merchant_id as MerchantId,
  dataKind: row.data_kind,
  data: row.data,
  version: row.version,
  createdAt: new Date(row.created_at),
  removedAt: row.removed_at === null ? null : new Date(row.removed_at),
});
