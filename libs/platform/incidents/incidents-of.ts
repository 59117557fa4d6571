import { baseAccountOf, type IncidentShown } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { historyOf, type IncidentColumns, timesOf } from './shown-incident';
import { ShownIncidents } from './shown-incidents';

/** A resource that an incident can be about. */
export interface IncidentSubject<State extends string> {
  readonly object: IncidentShown['object'];
  readonly table: string;
  /** The column of its id, in its table and in `incidents`. */
  readonly id: string;
  /** The operator's route that ends what is open; null: nothing is open in this state. */
  readonly stillNeeds: (state: State, id: string) => string | null;
}

interface Row<State> extends IncidentColumns {
  readonly object_id: string;
  readonly payment_id?: string;
  readonly state: State | null;
  readonly connector: string | null;
  readonly merchant_connector_id: MerchantConnectorId | null;
}

/** Incidents of resources of one table. */
export const incidentsOf = <State extends string>({ object, table, id, stillNeeds }: IncidentSubject<State>) =>
  new ShownIncidents<Row<State>>({
    shown: `
      SELECT n.*, n.${id} AS object_id, s.resolved_by, s.reason, s.request_id, o.state, o.connector, o.merchant_connector_id
      FROM incidents n
      LEFT JOIN incident_resolutions s USING (incident_id)
      LEFT JOIN ${table} o ON o.merchant_id = n.merchant_id AND o.${id} = n.${id}`,
    toShown: (row) => ({
      incident_id: row.incident_id,
      object,
      object_id: row.object_id,
      merchant_id: row.merchant_id,
      payment_id: row.payment_id ?? null,
      kind: row.kind,
      connector: row.connector,
      merchant_connector_id: row.merchant_connector_id && baseAccountOf(row.merchant_connector_id),
      state: row.state,
      still_needs: row.state && stillNeeds(row.state, row.object_id),
      ...timesOf(row),
      history: historyOf(row),
    }),
  });
