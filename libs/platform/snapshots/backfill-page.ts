import { type Cursor, cursorOf, pageStatement, type WalkedRow } from '@payorch/platform/rewrap';
import type { Sql } from '@payorch/platform/postgres';
import type { BackfillPosition } from './backfill-position';
import type { KnownObjects, StoredObject } from './known-objects';

/** The next objects of a topic, locked until the transaction ends. */
export interface BackfillPage {
  /** Those without a change since the mark. */
  readonly rows: readonly StoredObject[];
  /** The last object that was looked at; undefined if the first one is held by another transaction. */
  readonly after: Cursor | undefined;
  readonly isLast: boolean;
}

const nameOf = (merchantId: string, id: string): string => JSON.stringify([merchantId, id]);

/** Public for the test of its plan. It never waits: a transaction that holds a row may wait for another one of this page. */
export const lockStatement = ({ table, id, columns }: KnownObjects): string =>
  `SELECT ${columns} FROM ${table}
   WHERE (merchant_id, ${id}) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND modified_at < $3::timestamptz
   FOR NO KEY UPDATE SKIP LOCKED`;

/**
 * Reads at most `pageRows` objects in the order of the primary key, and locks those that have not changed since the mark. The page
 * ends before an object that another transaction is changing: what follows it is looked at again.
 */
export async function nextPage(
  sql: Sql,
  known: KnownObjects,
  { before, after }: BackfillPosition,
  pageRows: number,
): Promise<BackfillPage> {
  // Only the primary key has the order without a sort: whatever the statistics are, a page reads no more than its rows.
  await sql.query('SET LOCAL enable_sort TO off', []);
  const page = pageStatement({ name: known.table, id: known.id }, ['t.modified_at < $1::timestamptz AS is_old'], after);
  const seen = await sql.query<WalkedRow>(page.text, [before, pageRows, ...page.after]);
  const old = seen.filter((row) => row['is_old'] === true);
  const locked = await lockedRows(sql, known, old, before);
  const isHeld = (row: WalkedRow) => row['is_old'] === true && !locked.has(nameOf(row.merchant_id, row.ids[0]!));
  const held = seen.findIndex(isHeld);
  const taken = held < 0 ? seen : seen.slice(0, held);
  const last = taken.at(-1);
  return {
    rows: taken.flatMap((row): readonly StoredObject[] => {
      const object = locked.get(nameOf(row.merchant_id, row.ids[0]!));
      return object ? [object] : [];
    }),
    after: last ? cursorOf(last) : held < 0 ? after : undefined,
    isLast: held < 0 && seen.length < pageRows,
  };
}

async function lockedRows(
  sql: Sql,
  known: KnownObjects,
  rows: readonly WalkedRow[],
  before: string,
): Promise<ReadonlyMap<string, StoredObject>> {
  if (rows.length === 0) return new Map();
  const keys = [rows.map(({ merchant_id }) => merchant_id), rows.map(({ ids }) => ids[0])];
  const found = await sql.query<StoredObject>(lockStatement(known), [...keys, before]);
  return new Map(found.map((row) => [nameOf(String(row['merchant_id']), String(row[known.id])), row]));
}
