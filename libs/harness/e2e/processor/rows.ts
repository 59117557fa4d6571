import { Client } from 'pg';
import type { System } from '../../src';

/** Rows of any schema, read as the superuser: a test looks where no service may. */
export async function rowsOf<Row>({ database }: System, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** The operations of a payment, as the worker keeps them. */
export const operationsOf = (system: System, paymentId: string): Promise<Operation[]> =>
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

/** What a person has to look at, of one payment. */
export const incidentsOf = async (system: System, paymentId: string): Promise<string[]> =>
  (
    await rowsOf<{ kind: string }>(system, 'SELECT kind FROM payments.incidents WHERE payment_id = $1 ORDER BY kind', [
      paymentId,
    ])
  ).map(({ kind }) => kind);
