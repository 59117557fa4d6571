import type { IncidentShown } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { historyOf, type IncidentColumns, ShownIncidents, timesOf } from '@payorch/platform/incidents';
import type { AttemptState } from '../payments/domain/attempts/attempt.machine';
import { needsSync } from '../payments/domain/attempts/attempt.machine';
import { openRelayStates } from '../relays/domain/relay.machine';

interface Row extends IncidentColumns {
  readonly attempt_id: string;
  readonly payment_id: string;
  readonly attempt_state: AttemptState | null;
  readonly relay_state: string | null;
  readonly dispute_status: string | null;
  readonly connector: string | null;
  readonly merchant_connector_id: MerchantConnectorId | null;
  readonly updates: readonly {
    readonly at: string;
    readonly from: string;
    readonly to: string;
    readonly request_id: string;
  }[];
}

/** An operator's changes of the payment since the incident was opened belong to its history. */
const shown = `
  SELECT n.incident_id, n.merchant_id, n.attempt_id, n.payment_id, n.kind, n.opened_at, n.resolved_at,
    r.resolved_by, r.reason, r.request_id, a.state AS attempt_state, l.state AS relay_state,
    d.status AS dispute_status, coalesce(a.connector, l.connector, d.connector) AS connector,
    coalesce(a.merchant_connector_id, l.merchant_connector_id, d.merchant_connector_id) AS merchant_connector_id,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('at', m.made_at, 'from', m.status_before, 'to', m.status_after,
       'request_id', m.request_id) ORDER BY m.made_at), '[]')
     FROM manual_updates m
     WHERE m.merchant_id = n.merchant_id AND m.payment_id = n.payment_id AND m.made_at >= n.opened_at) AS updates
  FROM incidents n
  LEFT JOIN incident_resolutions r USING (incident_id)
  LEFT JOIN attempts a ON a.merchant_id = n.merchant_id AND a.attempt_id = n.attempt_id
  LEFT JOIN relays l ON l.merchant_id = n.merchant_id AND l.relay_id = n.attempt_id
  LEFT JOIN disputes d ON d.merchant_id = n.merchant_id AND d.dispute_id = n.attempt_id`;

/** The end of what is open in this state is another route's matter. */
function stillNeeds({ attempt_state: state, relay_state, dispute_status, attempt_id, payment_id }: Row): string | null {
  // The processor's word is what counts: a person looks there, and reads it again here.
  if (dispute_status !== null) return `GET /disputes/${attempt_id}?force_sync=true`;
  if (state === 'capture_review') return `POST /payments/${payment_id}/manual-status-update`;
  if (state !== null && needsSync(state)) return `PUT /payments/${payment_id}/manual-update`;
  // No route declares the outcome of a relay: its syncs go on.
  const isOpenRelay = (openRelayStates as readonly (string | null)[]).includes(relay_state);
  return isOpenRelay ? `GET /relay/${payment_id}?force_sync=true` : null;
}

function objectOf({ relay_state, dispute_status }: Row): IncidentShown['object'] {
  if (dispute_status !== null) return 'dispute';
  return relay_state === null ? 'payment' : 'relay';
}

const toShown = (row: Row): IncidentShown => ({
  incident_id: row.incident_id,
  object: objectOf(row),
  object_id: row.attempt_id,
  merchant_id: row.merchant_id,
  payment_id: row.relay_state === null ? row.payment_id : null,
  kind: row.kind,
  connector: row.connector,
  merchant_connector_id: row.merchant_connector_id && baseAccountOf(row.merchant_connector_id),
  state: row.attempt_state ?? row.relay_state ?? row.dispute_status,
  still_needs: stillNeeds(row),
  ...timesOf(row),
  history: historyOf(
    row,
    row.updates.map(({ at, ...update }) => ({
      ...update,
      at: new Date(at).toISOString(),
      event: 'manual_update',
      by: null,
      reason: null,
    })),
  ),
});

/** Incidents of payments, relays and disputes. */
export const incidents = new ShownIncidents({ shown, toShown });
