import type { MerchantId } from '@payorch/kernel';
import { type RowPlace, sealedPrefix, type SealedColumn, type SealedText } from '@payorch/platform/sealing';

/** A column whose values are sealed with the data key of their merchant. */
export interface ResealedColumn {
  readonly name: string;
  readonly type: 'jsonb' | 'text' | 'bytea';
  /** SQL that is true for a value without work. `prefix` is SQL too: the beginning of the merchant's current seals. */
  readonly isCurrent: (prefix: string) => string;
  /** The value under the merchant's current key, in its form in JSON; undefined where nothing is to be written. */
  readonly resealed: (stored: unknown, place: RowPlace) => object | string | undefined;
}

/**
 * A table with the primary key (merchant_id, `id`), or with the primary key (`id`) and a column `merchant_id`. An id of
 * several columns is named in seals by their values, joined by spaces.
 */
export interface ResealedTable {
  readonly name: string;
  readonly id: string | readonly string[];
  readonly hasKeyByMerchant: boolean;
  readonly columns: readonly ResealedColumn[];
}

const nameOf = (column: string): string => column.split('.').at(-1)!;

export const sealedJson = (
  column: SealedColumn,
  resealed: (stored: object, place: RowPlace) => object | undefined = (stored, place) => column.resealed(stored, place),
): ResealedColumn => ({
  name: nameOf(column.column),
  type: 'jsonb',
  isCurrent: (prefix) => `starts_with(t.${nameOf(column.column)} ->> 'sealed', ${prefix})`,
  resealed: (stored, place) => resealed(stored as object, place),
});

export const sealedWholeText = (column: SealedText): ResealedColumn => ({
  name: nameOf(column.column),
  type: 'text',
  isCurrent: (prefix) => `starts_with(t.${nameOf(column.column)}, ${prefix})`,
  resealed: (stored, place) => column.resealed(stored as string, place),
});

export const placeOfColumn = (table: ResealedTable, column: ResealedColumn): string => `${table.name}.${column.name}`;

/** Where a page begins: after this row. Empty before the first row. */
export interface ResealCursor {
  readonly merchantId: string;
  /** The id of the row, as JSON where it has several columns. */
  readonly id: string;
}

/** A row of a page: its key, the version of the row, and the columns with work; null without. */
export type ResealRow = {
  readonly merchant_id: MerchantId;
  readonly ids: readonly string[];
  readonly row_version: string;
} & Readonly<Record<string, unknown>>;

const idColumns = ({ id }: ResealedTable): readonly string[] => (typeof id === 'string' ? [id] : id);

/** The place of a row in its seals. */
export const placeOfRow = ({ merchant_id, ids }: Pick<ResealRow, 'merchant_id' | 'ids'>): RowPlace => ({
  merchantId: merchant_id,
  objectId: ids.join(' '),
});

/** The cursor after a row. */
export const cursorAfter = ({ merchant_id, ids }: Pick<ResealRow, 'merchant_id' | 'ids'>): ResealCursor => ({
  merchantId: merchant_id,
  id: ids.length === 1 ? ids[0]! : JSON.stringify(ids),
});

function idsOf(table: ResealedTable, { id }: ResealCursor): readonly string[] {
  if (typeof table.id === 'string') return [id];
  return id === '' ? table.id.map(() => '') : (JSON.parse(id) as string[]);
}

interface Query {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** `versions`: by merchant, the version of the current key where it is not the first. */
export function resealPage(
  table: ResealedTable,
  after: ResealCursor,
  { rows, versions }: { readonly rows: number; readonly versions: ReadonlyMap<string, number> },
): Query {
  const { name, hasKeyByMerchant, columns } = table;
  const ids = idColumns(table).map((column) => `t.${column}`);
  const current = `'${sealedPrefix(`' || coalesce($2::jsonb ->> t.merchant_id, '1') || '`)}'`;
  const selected = columns.map(
    (column) => `CASE WHEN ${column.isCurrent(current)} THEN NULL ELSE t.${column.name} END AS ${column.name}`,
  );
  const key = [...(hasKeyByMerchant ? ['t.merchant_id'] : []), ...ids];
  const last = [...(hasKeyByMerchant ? [after.merchantId] : []), ...idsOf(table, after)];
  const from = `(${key.join(', ')}) > (${last.map((_, at) => `$${at + 3}`).join(', ')})`;
  return {
    text: `SELECT t.merchant_id, ARRAY[${ids.join(', ')}] AS ids, t.xmin::text AS row_version, ${selected.join(', ')}
      FROM ${name} t WHERE ${from} ORDER BY ${key.join(', ')} LIMIT $1`,
    params: [rows, JSON.stringify(Object.fromEntries(versions)), ...last],
  };
}

/** A row to write: its key, the row version that its values were read from, and the new values by column. */
export type Resealed = Pick<ResealRow, 'merchant_id' | 'ids' | 'row_version'> & Readonly<Record<string, unknown>>;

/**
 * Writes the rows that have not changed since they were read. Rows that a writer has locked are skipped: the statement
 * waits for no lock, so it is part of no deadlock. The next pass finds such rows again.
 */
export function writeResealed(table: ResealedTable, rows: readonly Resealed[]): Query {
  const { name, columns } = table;
  const values = columns.map((column) => `${column.name} ${column.type}`).join(', ');
  const assigned = columns.map((column) => `${column.name} = coalesce(n.${column.name}, t.${column.name})`).join(', ');
  const ids = idColumns(table).map((column, at) => ({ stored: `t.${column}`, sent: `n.ids[${at + 1}]` }));
  const isSame = ['t.merchant_id = n.merchant_id', ...ids.map(({ stored, sent }) => `${stored} = ${sent}`)].join(
    ' AND ',
  );
  return {
    text: `UPDATE ${name} t SET ${assigned} FROM (
        SELECT n.* FROM jsonb_to_recordset($1::jsonb) AS n (merchant_id text, ids text[], row_version text, ${values})
        JOIN ${name} t ON ${isSame} AND t.xmin::text = n.row_version
        ORDER BY ${ids.map(({ stored }) => stored).join(', ')} FOR UPDATE OF t SKIP LOCKED
      ) n WHERE ${isSame}`,
    params: [JSON.stringify(rows)],
  };
}
