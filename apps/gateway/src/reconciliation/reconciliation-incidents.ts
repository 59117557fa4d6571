import { Inject, Injectable } from '@nestjs/common';
import type { IncidentShown, RecordKind, Refusal, Resolution } from '@payorch/contracts';
import { historyOf, type IncidentColumns, ShownIncidents, timesOf } from '@payorch/platform/incidents';
import { Database, orUnavailable } from '../persistence';
import type { RequestTrace } from '../request';

interface Row extends IncidentColumns {
  readonly merchant_connector_id: string;
  readonly connector: string;
  readonly object: RecordKind;
  readonly object_id: string;
  readonly payment_id: string | null;
  readonly state: string | null;
  readonly details: Record<string, unknown>;
}

const syncs: Readonly<Record<RecordKind, (id: string) => string>> = {
  payment: (id) => `GET /payments/${id}?force_sync=true`,
  refund: (id) => `GET /refunds/${id}?force_sync=true`,
  dispute: (id) => `GET /disputes/${id}?force_sync=true`,
  payout: (id) => `GET /payouts/${id}?force_sync=true`,
};

/** What is missing here has no object that could be synced. */
const stillNeeds = ({ resolved_at, kind, object, object_id }: Row): string | null =>
  resolved_at !== null || kind === 'reconciliation_missing_here' ? null : syncs[object](object_id);

const shown = new ShownIncidents<Row>({
  shown: `SELECT n.*, r.resolved_by, r.reason, r.request_id FROM incidents n LEFT JOIN incident_resolutions r USING (incident_id)`,
  toShown: (row) => ({
    incident_id: row.incident_id,
    object: row.object,
    object_id: row.object_id,
    merchant_id: row.merchant_id,
    payment_id: row.payment_id,
    kind: row.kind,
    connector: row.connector,
    merchant_connector_id: row.merchant_connector_id,
    state: row.state,
    still_needs: stillNeeds(row),
    details: row.details,
    ...timesOf(row),
    history: historyOf(row),
  }),
});

/** The incidents of reconciliations: an owner of incidents inside the gateway. */
@Injectable()
export class ReconciliationIncidents {
  constructor(@Inject(Database) private readonly database: Database) {}

  list(
    withResolved: boolean,
    first: number,
  ): Promise<{ readonly total: number; readonly data: readonly IncidentShown[] }> {
    return orUnavailable(this.database.read('every', (sql) => shown.list(sql, withResolved, first)));
  }

  resolve(resolution: Resolution, { correlationId }: RequestTrace): Promise<IncidentShown | Refusal> {
    return orUnavailable(this.database.change('every', (sql) => shown.resolve(sql, resolution, correlationId)));
  }
}
