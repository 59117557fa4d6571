import type { Json, RunningSystem, TestMerchant } from '@payorch/harness';
import { Pool } from 'pg';

const pools = new Map<string, Pool>();

/** Connections that close soon after their last query: journeys query in loops, and a new connection costs more than a query. */
function poolAt(connectionString: string): Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const pool = new Pool({ connectionString, idleTimeoutMillis: 500, allowExitOnIdle: true });
  // Tests kill the server: the pool replaces an idle connection that ended.
  pool.on('error', () => undefined);
  pools.set(connectionString, pool);
  return pool;
}

/** Rows of any schema, read as the superuser. */
export async function rowsOf<Row = Json>(
  { database }: RunningSystem,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await poolAt(database.adminUrl).query(sql, values)).rows as Row[];
}

/**
 * Counts the rows of each table that name one of these merchants: everything that their requests can store. Inbox and outbox,
 * whose rows come and go, do not count.
 */
export async function rowCounts(
  system: RunningSystem,
  merchants: readonly TestMerchant[],
): Promise<Record<string, number>> {
  const tables = await rowsOf<{ name: string }>(
    system,
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('payments', 'refunds', 'gateway', 'connector_worker', 'webhooks') AND table_name NOT IN ('inbox', 'outbox')
     ORDER BY name`,
  );
  const [counts] = await rowsOf<Record<string, number>>(
    system,
    `SELECT ${tables.map(({ name }) => `(SELECT count(*)::int FROM ${name} one WHERE one::text ~ $1) AS "${name}"`)}`,
    [merchants.map(({ merchantId }) => merchantId).join('|')],
  );
  return counts!;
}

/** The operations of a payment, as the worker stores them. */
export const operationsOf = (system: RunningSystem, paymentId: string): Promise<Operation[]> =>
  rowsOf(
    system,
    'SELECT operation_id, flow, state, sent_at FROM connector_worker.operations WHERE payment_id = $1 ORDER BY sent_at',
    [paymentId],
  );

export interface Operation {
  readonly operation_id: string;
  readonly flow: string;
  readonly state: string;
  readonly sent_at: Date | null;
}

/** The kinds of the incidents of one payment. */
export const incidentsOf = async (system: RunningSystem, paymentId: string): Promise<string[]> =>
  (
    await rowsOf<{ kind: string }>(system, 'SELECT kind FROM payments.incidents WHERE payment_id = $1 ORDER BY kind', [
      paymentId,
    ])
  ).map(({ kind }) => kind);
