import type { MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { maySucceed, type NewSeal, type SealedTable } from '@payorch/platform/rewrap';

/** A table with a `Method` as JSON in a column: its card number and its other data are separate seals. */
interface MethodTable extends SealedTable {
  readonly column: string;
  /** By place: the seal's path in the column. */
  readonly paths: Readonly<Record<string, string>>;
  /** Locks the rows that guard these, and skips rows locked by others: the next pass finds them again. */
  readonly lock: string;
}

const methodTable = (name: string, id: string, column: string, prefix: string, lock: string): MethodTable => {
  const slot = (place: string, purpose: string, part: string, field: string) => ({
    place: `${name}.${place}`,
    purpose,
    path: `{${prefix}${part},${field}}`,
    seal: `${column} #>> '{${prefix}${part},${field}}'`,
    reference: `${column} #>> '{${prefix}${part},reference}'`,
  });
  const slots = [
    slot('card', 'card_number', 'card', 'sealedNumber'),
    slot('data', 'payment_method_data', 'sealedData', 'sealed'),
    slot('token', 'network_token', 'networkToken', 'sealed'),
  ];
  const paths = Object.fromEntries(slots.map(({ place, path }) => [place, path]));
  return { name, id, column, slots, paths, lock };
};

const wanted = 'SELECT * FROM unnest($1::text[], $2::text[])';

/** Saved methods first: an attempt may copy a saved method, and is then found after it. */
const tables: readonly MethodTable[] = [
  methodTable(
    ...(['payment_methods', 'payment_method_id', 'method', ''] as const),
    `SELECT merchant_id, payment_method_id AS object_id FROM payment_methods
     WHERE (merchant_id, payment_method_id) IN (${wanted})
     ORDER BY merchant_id, payment_method_id FOR UPDATE SKIP LOCKED`,
  ),
  // Every change of an attempt locks the payment's row, from before it reads the attempt until the commit.
  methodTable(
    ...(['attempts', 'attempt_id', 'body', 'method,'] as const),
    `SELECT i.merchant_id, a.attempt_id AS object_id
     FROM attempts a JOIN intents i ON i.merchant_id = a.merchant_id AND i.payment_id = a.payment_id
     WHERE (a.merchant_id, a.attempt_id) IN (${wanted})
     ORDER BY i.merchant_id, i.payment_id FOR UPDATE OF i SKIP LOCKED`,
  ),
  methodTable(
    ...(['authentications', 'authentication_id', 'body', ''] as const),
    `SELECT merchant_id, authentication_id AS object_id FROM authentications
     WHERE (merchant_id, authentication_id) IN (${wanted})
     ORDER BY merchant_id, authentication_id FOR UPDATE SKIP LOCKED`,
  ),
];

export const paymentSealTables: readonly SealedTable[] = tables;

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
 * Replaces old seals that are still there, under the locks of the payments. Versions and times stay, since nothing happened
 * to the payment, and nothing is published.
 */
export async function putPaymentSeals(sql: Sql, seals: readonly NewSeal[], currentKid: string): Promise<void> {
  for (const table of tables)
    for (const { place } of table.slots) {
      const ours = seals.filter((seal) => seal.place === place);
      if (ours.length > 0) await putInto(sql, table, ours, currentKid);
    }
}

async function putInto(sql: Sql, table: MethodTable, seals: readonly NewSeal[], currentKid: string): Promise<void> {
  const { place } = seals[0]!;
  const locked = await sql.query<Pick<StoredSeal, 'merchant_id' | 'object_id'>>(table.lock, columnsOf(seals));
  if (locked.length === 0) return;
  // A statement of its own: it sees what the previous holder of the locks committed.
  const stored = await sql.query<StoredSeal>(
    `SELECT merchant_id, ${table.id} AS object_id, ${table.column} #>> '${table.paths[place]}' AS sealed
     FROM ${table.name} WHERE (merchant_id, ${table.id}) IN (${wanted})`,
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
