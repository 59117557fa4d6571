import type { RunningSystem, TestMerchant } from '@payorch/harness';
import { rowsOf } from './rows';

const countable = {
  statuses:
    'SELECT status AS what, count(*) AS n FROM payments.intents WHERE merchant_id = ANY($1) GROUP BY 1 ORDER BY 1',
  refunds: 'SELECT state AS what, count(*) AS n FROM refunds.refunds WHERE merchant_id = ANY($1) GROUP BY 1 ORDER BY 1',
  errors: `SELECT body #>> '{facts,error,code}' AS what, count(*) AS n FROM payments.attempts
    WHERE state = 'failure' AND merchant_id = ANY($1) GROUP BY 1 ORDER BY 1`,
};

/** Counts the merchants' payments by status, refunds by state, or failed attempts by error code. */
export async function counted(
  system: RunningSystem,
  what: keyof typeof countable,
  merchants: readonly TestMerchant[],
): Promise<Record<string, number>> {
  const ids = merchants.map(({ merchantId }) => merchantId);
  const rows = await rowsOf<{ what: string; n: string }>(system, countable[what], [ids]);
  return Object.fromEntries(rows.map(({ what, n }) => [what, Number(n)]));
}
