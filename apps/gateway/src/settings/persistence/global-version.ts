import type { Sql } from '@payorch/platform/postgres';

/** The version of a change of global settings. The lock gives versions and outbox rows the order of commits. */
export async function nextGlobalVersion(sql: Sql): Promise<number> {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtext('gateway.global-settings'))`);
  const [row] = await sql.query<{ version: string }>(`SELECT nextval('global_settings_version') AS version`);
  return Number(row!.version);
}
