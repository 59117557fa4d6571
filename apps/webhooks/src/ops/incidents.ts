import { historyOf, type IncidentColumns, ShownIncidents, timesOf } from '@payorch/platform/incidents';

interface Row extends IncidentColumns {
  readonly endpoint_id: string;
  readonly profile_id: string;
  readonly is_disabled: boolean;
}

const enablingRoute = ({ merchant_id: account, profile_id: profile, endpoint_id: endpoint }: Row): string =>
  `POST /account/${account}/business_profile/${profile}/webhook_endpoints/${endpoint}/enable`;

/** Incidents of webhook endpoints. */
export const incidents = new ShownIncidents<Row>({
  shown: `
    SELECT n.*, s.resolved_by, s.reason, s.request_id, e.disabled_at IS NOT NULL AS is_disabled
    FROM incidents n
    LEFT JOIN incident_resolutions s USING (incident_id)
    LEFT JOIN endpoints e ON e.merchant_id = n.merchant_id AND e.endpoint_id = n.endpoint_id`,
  toShown: (row) => ({
    incident_id: row.incident_id,
    object: 'webhook_endpoint',
    object_id: row.endpoint_id,
    merchant_id: row.merchant_id,
    payment_id: null,
    kind: row.kind,
    connector: null,
    merchant_connector_id: null,
    state: row.is_disabled ? 'disabled' : 'enabled',
    still_needs: row.is_disabled ? enablingRoute(row) : null,
    ...timesOf(row),
    history: historyOf(row),
  }),
});
