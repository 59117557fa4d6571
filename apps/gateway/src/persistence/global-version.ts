import type { Sql } from '@payorch/platform/postgres';

/** The number of a change of settings that belong to no merchant. The lock keeps numbers and outbox rows in the order of commits. */
export async function nextGlobalVersion(sql: Sql): Promise<number> {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtext('gateway.global-settings'))`);
  const [row] = await sql.query<{ version: string }>(`SELECT nextval('global_settings_version') AS version`);
  return Number(row!.version);
}
