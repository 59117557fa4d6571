import type { BlocklistDataKind } from '@payorch/contracts';
import { blocklistKey, partsOfKey } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Sql, Statement, StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { columnsOf, exactly, PartedStatement } from '@payorch/platform/postgres';
import type { AggregateStore, Change } from '@payorch/platform/shell';
import type { BlocklistEntry } from '../domain/blocklist-entry';
import { BlocklistRow } from './blocklist.rows';

const columns = columnsOf(BlocklistRow);

const parts = {
  created: `${columns.insertFromJson} ON CONFLICT DO NOTHING RETURNING 1`,
  // Beside each row the version that it must still have.
  changed: `
    UPDATE blocklist b SET ${columns.setFrom('n')}
    FROM ROWS FROM (jsonb_populate_recordset(NULL::blocklist, $), unnest($::int[])) n
    WHERE ${columns.sameKey('b', 'n')} AND b.version = n.unnest
    RETURNING 1`,
};
type PartName = keyof typeof parts;

const saveStatement = new PartedStatement<PartName>(
  parts,
  (names) => `SELECT ${names.map((name) => exactly(`(SELECT count(*) FROM ${name})`, '$::int')).join(', ')}`,
);

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
    const rows = await sql.query<StoredRow<BlocklistRow>>(
      `SELECT ${columns.list} FROM blocklist
       WHERE (merchant_id, data_kind, data) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
       ORDER BY ${columns.key} ${purpose === 'writing' ? 'FOR UPDATE' : ''}`,
      [ids.map(([merchant]) => merchant), ids.map(([, kind]) => kind), ids.map(([, , data]) => data)],
    );
    return new Map(rows.map(entryFromRow).map((entry) => [blocklistKey(entry), entry]));
  }

  writes(changes: readonly Change<BlocklistEntry>[]): readonly Statement[] {
    const created = changes.filter(({ before }) => before === undefined);
    const changed = changes.filter(({ before }) => before !== undefined);
    const rows = (list: readonly Change<BlocklistEntry>[]) =>
      JSON.stringify(list.map(({ after }) => entryToRow(after)));
    const names: PartName[] = [
      ...(created.length > 0 ? (['created'] as const) : []),
      ...(changed.length > 0 ? (['changed'] as const) : []),
    ];
    const params = [
      ...(created.length > 0 ? [rows(created)] : []),
      ...(changed.length > 0 ? [rows(changed), changed.map(({ before }) => before?.version ?? 0)] : []),
    ];
    const counts = [created.length, changed.length].filter((count) => count > 0);
    return [{ text: saveStatement.of(names), params: [...params, ...counts] }];
  }

  /** The entries that apply, newest first, and their number. */
  async list(
    sql: Sql,
    about: { readonly merchantId: MerchantId; readonly dataKind: BlocklistDataKind },
    page: { readonly limit: number; readonly offset: number },
  ): Promise<BlocklistPage> {
    const listed = 'FROM blocklist WHERE merchant_id = $1 AND data_kind = $2 AND removed_at IS NULL';
    const params = [about.merchantId, about.dataKind];
    const [rows, [counted]] = await Promise.all([
      sql.query<StoredRow<BlocklistRow>>(
        `SELECT ${columns.list} ${listed} ORDER BY created_at DESC, data DESC LIMIT $3 OFFSET $4`,
        [...params, page.limit, page.offset],
      ),
      sql.query<{ count: string }>(`SELECT count(*) ${listed}`, params),
    ]);
    return { entries: rows.map(entryFromRow), total: Number(counted?.count ?? 0) };
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
