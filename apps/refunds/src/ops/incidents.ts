import type { IncidentShown } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { historyOf, type IncidentColumns, timesOf } from '@payorch/platform/incidents';
import type { Sql } from '@payorch/platform/postgres';
import { isOpen, type RefundState } from '../domain/refund.machine';

interface Row extends IncidentColumns {
  readonly refund_id: string;
  readonly payment_id: string;
  readonly state: RefundState | null;
  readonly connector: string | null;
  readonly merchant_connector_id: MerchantConnectorId | null;
}

const shown = `
  SELECT n.incident_id, n.merchant_id, n.refund_id, n.payment_id, n.kind, n.opened_at, n.resolved_at,
    s.resolved_by, s.reason, s.request_id, r.state, r.connector, r.merchant_connector_id
  FROM incidents n
  LEFT JOIN incident_resolutions s USING (incident_id)
  LEFT JOIN refunds r ON r.merchant_id = n.merchant_id AND r.refund_id = n.refund_id`;

const toShown = (row: Row): IncidentShown => ({
  incident_id: row.incident_id,
  object: 'refund',
  object_id: row.refund_id,
  merchant_id: row.merchant_id,
  payment_id: row.payment_id,
  kind: row.kind,
  connector: row.connector,
  merchant_connector_id: row.merchant_connector_id && baseAccountOf(row.merchant_connector_id),
  state: row.state,
  still_needs: row.state !== null && isOpen(row.state) ? `PUT /refunds/${row.refund_id}/manual-update` : null,
  ...timesOf(row),
  history: historyOf(row),
});

/** Incidents of refunds, the newest first, and how many there are. */
export async function listIncidents(
  sql: Sql,
  withResolved: boolean,
  first: number,
): Promise<{ readonly total: number; readonly data: readonly IncidentShown[] }> {
  const which = withResolved ? '' : 'WHERE n.resolved_at IS NULL';
  const [rows, [counted]] = await Promise.all([
    sql.query<Row>(`${shown} ${which} ORDER BY n.opened_at DESC, n.incident_id LIMIT $1`, [first]),
    sql.query<{ total: number }>(`SELECT count(*)::int AS total FROM incidents n ${which}`),
  ]);
  return { total: counted?.total ?? 0, data: rows.map(toShown) };
}

export async function findIncident(sql: Sql, incidentId: string): Promise<IncidentShown | undefined> {
  const [row] = await sql.query<Row>(`${shown} WHERE n.incident_id = $1`, [incidentId]);
  return row && toShown(row);
}
