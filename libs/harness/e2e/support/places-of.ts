import type { RunningSystem } from '@payorch/harness';
import { rowsOf } from './rows';

/** Tables of any service whose rows contain the text, and `bodies` for webhooks. The outbox is deleted after its retention. */
export async function placesOf(system: RunningSystem, text: string): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(
    system,
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('payments', 'refunds', 'gateway', 'connector_worker', 'webhooks') AND table_name <> 'outbox'`,
  );
  const found = await rowsOf<Record<string, boolean>>(
    system,
    `SELECT ${tables.map(({ name }) => `EXISTS (SELECT 1 FROM ${name} one WHERE one::text LIKE $1) AS "${name}"`)},
       EXISTS (SELECT 1 FROM webhooks.events WHERE convert_from(body, 'UTF8') LIKE $1) AS bodies`,
    [`%${text}%`],
  );
  return Object.entries(found[0]!).flatMap(([name, isThere]) => (isThere ? [name] : []));
}
