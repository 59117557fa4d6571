import type { RunningSystem } from '@payorch/harness';
import { rowsOf } from './rows';

const countable = {
  statuses: 'SELECT status AS what, count(*) AS n FROM payments.intents GROUP BY 1 ORDER BY 1',
  refunds: 'SELECT state AS what, count(*) AS n FROM refunds.refunds GROUP BY 1 ORDER BY 1',
  errors: `SELECT body #>> '{facts,error,code}' AS what, count(*) AS n FROM payments.attempts
    WHERE state = 'failure' GROUP BY 1 ORDER BY 1`,
};

/** Counts payments by status, refunds by state, or failed attempts by error code. */
export async function counted(system: RunningSystem, what: keyof typeof countable): Promise<Record<string, number>> {
  const rows = await rowsOf<{ what: string; n: string }>(system, countable[what]);
  return Object.fromEntries(rows.map(({ what, n }) => [what, Number(n)]));
}
