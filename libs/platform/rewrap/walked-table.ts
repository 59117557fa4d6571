import type { MerchantId } from '@payorch/kernel';
import type { RowPlace } from '@payorch/platform/sealing';

/** A table with the primary key (merchant_id, `id`). An id of several columns is named in seals by their values, joined by spaces. */
export interface WalkedTable {
  readonly name: string;
  readonly id: string | readonly string[];
  /** Its primary key is `id` alone, beside a column `merchant_id`. */
  readonly isKeyedById?: true;
}

interface RowKey {
  readonly merchant_id: MerchantId;
  readonly ids: readonly string[];
}

/** A row of a page: its key, the version of the row, and what the walk selects. */
export type WalkedRow = RowKey & { readonly row_version: string } & Readonly<Record<string, unknown>>;

/** A row: the page after it begins there. Empty before the first row. An id of several columns is JSON. */
export type Cursor = readonly [merchantId: string, id: string];

export const idColumns = ({ id }: WalkedTable): readonly string[] => (typeof id === 'string' ? [id] : id);

/** The place of a row in its seals. */
export const placeOfRow = ({ merchant_id, ids }: RowKey) =>
  ({ merchantId: merchant_id, objectId: ids.join(' ') }) satisfies RowPlace;

export const cursorOf = ({ merchant_id, ids }: RowKey): Cursor => [
  merchant_id,
  ids.length === 1 ? ids[0]! : JSON.stringify(ids),
];

function idsOf({ id }: WalkedTable, stored: string): readonly string[] {
  if (typeof id === 'string') return [stored];
  return stored === '' ? id.map(() => '') : (JSON.parse(stored) as string[]);
}

/** The rows after the cursor, in the order of the primary key. `columns`: SQL that is selected of `t`, with $1; $2 is the limit. */
export function pageStatement(table: WalkedTable, columns: readonly string[], [merchantId, id]: Cursor) {
  const ids = idColumns(table).map((column) => `t.${column}`);
  const last = idsOf(table, id);
  const [key, after] = table.isKeyedById
    ? [ids, last]
    : [
        ['t.merchant_id', ...ids],
        [merchantId, ...last],
      ];
  const text = `SELECT t.merchant_id, ARRAY[${ids.join(', ')}] AS ids, t.xmin::text AS row_version, ${columns.join(', ')}
    FROM ${table.name} t WHERE (${key.join(', ')}) > (${after.map((_, at) => `$${at + 3}`).join(', ')})
    ORDER BY ${key.join(', ')} LIMIT $2`;
  return { text, after };
}
