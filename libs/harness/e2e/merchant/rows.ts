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
