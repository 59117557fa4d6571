import { baseAccountOf, type WaitingObject, type WaitingTotal, type WaitsFor } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';

/** Which objects of a service have no outcome, and who is awaited. */
export interface WaitingRows {
  /**
   * SQL, with an index of open rows behind each part of it: what is finished costs nothing. Its columns: `object`, `merchant_id`,
   * `id`, `payment_id`, `attempt_id`, `incident_of` (the object in `incidents`), `connector`, `merchant_connector_id`, `state`,
   * `operation`, `since`, `job` (the id of the job that acts next), `due_at` (where a job serves several objects, its own time).
   */
  readonly open: string;
  /** The column of `incidents` that names the object. */
  readonly incidentOf: string;
  /** Who is awaited, and a condition on the row `o`: the first one that holds counts, after an open incident. Else it is the processor. */
  readonly waitsFor: readonly (readonly [WaitsFor, string])[];
}

interface Row {
  readonly object: WaitingObject['object'];
  readonly merchant_id: string;
  readonly id: string;
  readonly payment_id: string | null;
  readonly attempt_id: string | null;
  readonly connector: string | null;
  readonly merchant_connector_id: MerchantConnectorId | null;
  readonly state: string;
  readonly operation: string;
  readonly since: Date;
  readonly due_at: string | null;
  readonly kinds: readonly string[];
  readonly waits_for: WaitsFor;
  readonly age_seconds: number;
  readonly run_at: Date | null;
}

/** An open incident needs a person, whatever else happens. $1: only what is in its state for at least so many milliseconds. */
const waitingSql = ({ open, incidentOf, waitsFor }: WaitingRows): string => `
  SELECT o.*, n.kinds,
    CASE WHEN cardinality(n.kinds) > 0 THEN 'operator'
      ${waitsFor.map(([who, condition]) => `WHEN ${condition} THEN '${who}'`).join(' ')} ELSE 'processor' END AS waits_for,
    floor(extract(epoch FROM now() - o.since))::int AS age_seconds
  FROM (${open}) o
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(kind ORDER BY kind), '{}') AS kinds FROM incidents n
    WHERE n.merchant_id = o.merchant_id AND n.${incidentOf} = o.incident_of AND n.resolved_at IS NULL
  ) n
  WHERE o.since <= now() - make_interval(secs => $1::double precision / 1000)`;

/** Without its job, the next sweep decides. */
const toShown = (row: Row): WaitingObject => ({
  object: row.object,
  id: row.id,
  merchant_id: row.merchant_id,
  payment_id: row.payment_id,
  attempt_id: row.attempt_id,
  operation: row.operation,
  state: row.state,
  connector: row.connector,
  merchant_connector_id: row.merchant_connector_id && baseAccountOf(row.merchant_connector_id),
  waits_for: row.waits_for,
  since: new Date(row.since).toISOString(),
  age_seconds: row.age_seconds,
  next_at: row.run_at && (row.due_at ?? new Date(row.run_at).toISOString()),
  incidents: [...row.kinds],
});

/** The objects of a service that have no outcome. */
export class WaitingObjects {
  /** The statements; public for the tests of their plans. */
  readonly totalsSql: string;
  readonly pageSql: string;

  constructor(rows: WaitingRows) {
    const waiting = waitingSql(rows);
    this.totalsSql = `
      SELECT object, connector, waits_for, count(*)::int AS count, max(age_seconds) AS oldest_seconds
      FROM (${waiting}) w GROUP BY object, connector, waits_for ORDER BY oldest_seconds DESC, object, connector, waits_for`;
    this.pageSql = `
      SELECT w.*, j.run_at FROM (${waiting} ORDER BY o.since, o.merchant_id, o.id LIMIT $2) w
      LEFT JOIN jobs j ON j.id = w.job ORDER BY w.since, w.merchant_id, w.id`;
  }

  /** How many have been without an outcome for `olderThanMs`, by connector and by what they wait for. */
  totals(sql: Sql, olderThanMs: number): Promise<WaitingTotal[]> {
    return sql.query<WaitingTotal>(this.totalsSql, [olderThanMs]);
  }

  /** Those without an outcome for `olderThanMs`, the oldest first. */
  async page(sql: Sql, olderThanMs: number, first: number): Promise<WaitingObject[]> {
    return (await sql.query<Row>(this.pageSql, [olderThanMs, first])).map(toShown);
  }
}
