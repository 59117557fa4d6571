import { relayKey } from '@payorch/contracts';
import { incidentWrites, type OpenedIncident } from '@payorch/platform/incidents';
import { oneOf, type Statement } from '@payorch/platform/postgres';
import { ResourceStore, scheduleMissing } from '@payorch/platform/resources';
import type { Change } from '@payorch/platform/shell';
import type { Relay } from '../domain/relay';
import { openRelayStates } from '../domain/relay.machine';
import { relaySyncDueJob } from './jobs';
import { relayFromRow, relayToRow } from './relay.mapper';
import { RelayRow } from './relay.rows';

/** Relays as aggregates of their own. */
export class RelayStore extends ResourceStore<Relay, RelayRow> {
  constructor() {
    super(RelayRow, { keyOf: relayKey, toRow: relayToRow, fromRow: relayFromRow });
  }

  override writes(changes: readonly Change<Relay>[]): readonly Statement[] {
    return [...super.writes(changes), ...incidentWrites(changes.flatMap(openedBy))];
  }
}

/** A relay has no payment and no attempt: its incident has the relay's id in their place. */
const openedBy = ({ before, after: { merchantId, relayId, incidents } }: Change<Relay>): OpenedIncident[] =>
  incidents
    .filter((kind) => !before?.incidents.includes(kind))
    .map((kind) => ({ merchant_id: merchantId, attempt_id: relayId, payment_id: relayId, kind }));

export const scheduleMissingRelaySyncs = scheduleMissing(RelayRow, {
  job: relaySyncDueJob,
  open: oneOf('state', openRelayStates),
});
