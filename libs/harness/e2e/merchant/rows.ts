import type { System } from '@payorch/harness';
import { Client } from 'pg';

type Schema = Parameters<System['database']['urlOf']>[0];

/** Runs a statement in one service's schema, past the service. */
export async function inSchema(system: System, schema: Schema, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: system.database.adminUrl });
  await client.connect();
  try {
    await client.query(`SET search_path TO ${schema}`);
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Rows of everything that a request could leave behind; who heard which message is no trace of a payment. */
export async function rowCounts(system: System): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const schema of ['payments', 'refunds', 'gateway', 'connector_worker', 'webhooks'] as const) {
    const tables = await inSchema(
      system,
      schema,
      `SELECT table_name FROM information_schema.tables WHERE table_schema = '${schema}'`,
    );
    for (const { table_name } of tables) {
      if (table_name === 'inbox') continue;
      const [row] = await inSchema(system, schema, `SELECT count(*)::int AS count FROM "${String(table_name)}"`);
      counts[`${schema}.${String(table_name)}`] = row?.['count'] as number;
    }
  }
  return counts;
}
