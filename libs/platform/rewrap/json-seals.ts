import type { MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { maySucceed, type NewSeal } from './rewrapped';
import type { SealedTable } from './rewrap-walk';

/** A seal in a JSON column: the object at `in` has the seal as `field`, and the reference that it is bound to as `reference`. */
interface JsonSeal {
  readonly place: string;
  readonly purpose: string;
  readonly in: readonly string[];
  readonly field: string;
}

/** A table with seals for workers in one of its JSON columns. */
export interface JsonSealTable extends SealedTable {
  readonly id: string;
  readonly column: string;
  /** By place: the seal's path in the column. */
  readonly paths: Readonly<Record<string, string>>;
  /** Locks the rows that guard these, and skips rows locked by others: the next pass finds them again. */
  readonly lock: string;
}

/** The merchants and ids in the parameters of a lock. */
export const wantedRows = 'SELECT * FROM unnest($1::text[], $2::text[])';

const lockOf = (name: string, id: string): string =>
  `SELECT merchant_id, ${id} AS object_id FROM ${name}
   WHERE (merchant_id, ${id}) IN (${wantedRows})
   ORDER BY merchant_id, ${id} FOR UPDATE SKIP LOCKED`;

/** The table with its seals. Without `lock` its own rows are locked. */
export function jsonSealTable({
  name,
  id,
  column,
  seals,
  lock = lockOf(name, id),
}: Pick<JsonSealTable, 'name' | 'id' | 'column'> &
  Partial<Pick<JsonSealTable, 'lock'>> & { readonly seals: readonly JsonSeal[] }): JsonSealTable {
  const slots = seals.map(({ place, purpose, in: path, field }) => ({
    place: `${name}.${place}`,
    purpose,
    path: `{${[...path, field].join()}}`,
    seal: `${column} #>> '{${[...path, field].join()}}'`,
    reference: `${column} #>> '{${[...path, 'reference'].join()}}'`,
  }));
  const paths = Object.fromEntries(slots.map(({ place, path }) => [place, path]));
  return { name, id, column, slots, paths, lock };
}

interface StoredSeal {
  readonly merchant_id: MerchantId;
  readonly object_id: string;
  readonly sealed: string | null;
}

const columnsOf = (rows: readonly { merchantId: string; objectId: string }[]): [string[], string[]] => [
  rows.map(({ merchantId }) => merchantId),
  rows.map(({ objectId }) => objectId),
];

/**
 * Replaces old seals that are still there, under the locks of their rows. Versions and times stay, since nothing happened to
 * the objects, and nothing is published.
 */
export async function putJsonSeals(
  sql: Sql,
  tables: readonly JsonSealTable[],
  seals: readonly NewSeal[],
  currentKid: string,
): Promise<void> {
  for (const table of tables)
    for (const { place } of table.slots) {
      const ours = seals.filter((seal) => seal.place === place);
      if (ours.length > 0) await putInto(sql, table, ours, currentKid);
    }
}

async function putInto(sql: Sql, table: JsonSealTable, seals: readonly NewSeal[], currentKid: string): Promise<void> {
  const { place } = seals[0]!;
  const locked = await sql.query<Pick<StoredSeal, 'merchant_id' | 'object_id'>>(table.lock, columnsOf(seals));
  if (locked.length === 0) return;
  // A statement of its own: it sees what the previous holder of the locks committed.
  const stored = await sql.query<StoredSeal>(
    `SELECT merchant_id, ${table.id} AS object_id, ${table.column} #>> '${table.paths[place]}' AS sealed
     FROM ${table.name} WHERE (merchant_id, ${table.id}) IN (${wantedRows})`,
    [locked.map((row) => row.merchant_id), locked.map((row) => row.object_id)],
  );
  const replaced = seals.filter((seal) =>
    stored.some(
      (row) =>
        row.merchant_id === seal.merchantId &&
        row.object_id === seal.objectId &&
        maySucceed(row.sealed, seal, currentKid),
    ),
  );
  if (replaced.length === 0) return;
  await sql.query(
    `UPDATE ${table.name} t SET ${table.column} = jsonb_set(${table.column}, '${table.paths[place]}', to_jsonb(n.sealed), false)
     FROM unnest($1::text[], $2::text[], $3::text[]) AS n (merchant_id, object_id, sealed)
     WHERE t.merchant_id = n.merchant_id AND t.${table.id} = n.object_id`,
    [...columnsOf(replaced), replaced.map(({ sealed }) => sealed)],
  );
}
