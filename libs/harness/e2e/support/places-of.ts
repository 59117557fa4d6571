import type { RunningSystem } from '@payorch/harness';
import { type MerchantSeals, SealError } from '@payorch/platform/sealing';
import { sealsOf } from './opened';
import { rowsOf } from './rows';

/** Where services seal personal data: the id of a row, and the columns to which its seals are bound. */
const sealedTables = {
  'payments.customers': { id: 'customer_id', columns: ['customers.details'] },
  'payments.intents': { id: 'payment_id', columns: ['intents.body'] },
  'payments.attempts': { id: 'attempt_id', columns: ['attempts.body'] },
  'payments.mandates': { id: 'mandate_id', columns: ['mandates.customer_acceptance'] },
  'payments.payment_methods': {
    id: 'payment_method_id',
    columns: ['payment_methods.method', 'payment_methods.details', 'payment_methods.client_secret'],
  },
  'payouts.payouts': { id: 'payout_id', columns: ['payouts.body'] },
  'connector_worker.operations': { id: 'operation_id', columns: ['operations.outcome', 'operations.response'] },
} as const;

const sealPattern = /d1\.[1-9]\d*\.[\w-]+/g;

/** The text of a seal; undefined where it belongs to another column. */
function opened(
  seals: MerchantSeals,
  sealed: string | Buffer,
  place: Parameters<MerchantSeals['open']>[1],
): string | undefined {
  try {
    return typeof sealed === 'string' ? seals.open(sealed, place) : seals.openBytes(sealed, place).toString();
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

/** Tables of any service in which a merchant's rows contain the text, sealed or not. Rows of the outbox are deleted once published. */
export async function placesOf(system: RunningSystem, merchantId: string, text: string): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(
    system,
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('payments', 'refunds', 'payouts', 'gateway', 'connector_worker', 'webhooks') AND table_name <> 'outbox'`,
  );
  const plain = await rowsOf<Record<string, boolean>>(
    system,
    `SELECT ${tables.map(({ name }) => `EXISTS (SELECT 1 FROM ${name} one WHERE one::text LIKE $1) AS "${name}"`)}`,
    [`%${text}%`],
  );
  const seals = await sealsOf(system, merchantId);
  const places = Object.entries(plain[0]!).flatMap(([name, isThere]) => (isThere ? [name] : []));
  // A system of some journeys has not every service.
  const there = Object.entries(sealedTables).filter(([table]) => tables.some(({ name }) => name === table));
  for (const [table, { id, columns }] of there) {
    const rows = await rowsOf<{ id: string; row: string }>(
      system,
      `SELECT one.${id} AS id, one::text AS row FROM ${table} one WHERE one.merchant_id = $1`,
      [merchantId],
    );
    const texts = rows.flatMap((row) =>
      [...row.row.matchAll(sealPattern)].flatMap(([sealed]) =>
        columns.map((name) => opened(seals, sealed, { merchantId, objectId: row.id, column: name })),
      ),
    );
    if (texts.some((found) => found?.includes(text))) places.push(table);
  }
  const events = await rowsOf<{ id: string; body: Buffer }>(
    system,
    'SELECT event_id AS id, body FROM webhooks.events WHERE merchant_id = $1',
    [merchantId],
  );
  const bodies = events.map(({ id, body }) => opened(seals, body, { merchantId, objectId: id, column: 'events.body' }));
  if (bodies.some((found) => found?.includes(text))) places.push('webhooks.events');
  return places;
}
