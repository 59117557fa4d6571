import type { WaitingObject, WaitingTotal, WaitsFor } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import { oneOf, type Sql } from '@payorch/platform/postgres';
import { openStates, type RefundState } from '../domain/refund.machine';
import { refundsDueJob } from '../messages/jobs';

const review = 'manual_review' satisfies RefundState;
const scheduled = 'scheduled' satisfies RefundState;

/** An open incident needs a person, whatever else happens. $1: only what is in its state for at least so many milliseconds. */
const waiting = `
  SELECT r.merchant_id, r.refund_id, r.payment_id, r.attempt_id, r.state, r.connector, r.merchant_connector_id,
    r.modified_at AS since, r.body ->> 'dueAt' AS due_at, n.kinds,
    CASE WHEN cardinality(n.kinds) > 0 OR r.state = '${review}' THEN 'operator'
      WHEN r.state = '${scheduled}' THEN 'schedule' ELSE 'processor' END AS waits_for,
    floor(extract(epoch FROM now() - r.modified_at))::int AS age_seconds
  FROM refunds r
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(kind ORDER BY kind), '{}') AS kinds FROM incidents n
    WHERE n.merchant_id = r.merchant_id AND n.refund_id = r.refund_id AND n.resolved_at IS NULL
  ) n
  WHERE ${oneOf('state', openStates)} AND r.modified_at <= now() - make_interval(secs => $1::double precision / 1000)`;

/** The statements; exported for the test of their plans. */
export const waitingTotalsSql = `
  SELECT 'refund' AS object, connector, waits_for, count(*)::int AS count, max(age_seconds) AS oldest_seconds
  FROM (${waiting}) w GROUP BY connector, waits_for ORDER BY oldest_seconds DESC, connector, waits_for`;
export const waitingPageSql = `
  SELECT w.*, j.run_at FROM (${waiting} ORDER BY r.modified_at, r.merchant_id, r.refund_id LIMIT $2) w
  LEFT JOIN jobs j ON j.id = '${jobIdOf(refundsDueJob.type, '')}' || w.merchant_id || '/' || w.payment_id
  ORDER BY w.since, w.merchant_id, w.refund_id`;

/** How many refunds have been without an outcome for `olderThanMs`, by connector and by what they wait for. */
export const waitingTotals = (sql: Sql, olderThanMs: number): Promise<WaitingTotal[]> =>
  sql.query<WaitingTotal>(waitingTotalsSql, [olderThanMs]);

interface Row {
  readonly merchant_id: string;
  readonly refund_id: string;
  readonly payment_id: string;
  readonly attempt_id: string;
  readonly state: RefundState;
  readonly connector: string;
  readonly merchant_connector_id: MerchantConnectorId;
  readonly since: Date;
  readonly due_at: string | null;
  readonly kinds: readonly string[];
  readonly waits_for: WaitsFor;
  readonly age_seconds: number;
  readonly run_at: Date | null;
}

/** A payment has one job for all of its refunds; without it, the next sweep decides. */
const toShown = (row: Row): WaitingObject => ({
  object: 'refund',
  id: row.refund_id,
  merchant_id: row.merchant_id,
  payment_id: row.payment_id,
  attempt_id: row.attempt_id,
  operation: 'refund',
  state: row.state,
  connector: row.connector,
  merchant_connector_id: baseAccountOf(row.merchant_connector_id),
  waits_for: row.waits_for,
  since: new Date(row.since).toISOString(),
  age_seconds: row.age_seconds,
  next_at: row.run_at && (row.due_at ?? new Date(row.run_at).toISOString()),
  incidents: [...row.kinds],
});

/** The refunds that have been without an outcome for `olderThanMs`, the oldest first. */
export async function waitingPage(sql: Sql, olderThanMs: number, first: number): Promise<WaitingObject[]> {
  return (await sql.query<Row>(waitingPageSql, [olderThanMs, first])).map(toShown);
}
