import type { Outgoing, RelayEvent } from '@payorch/contracts';
import { baseAccountOf, outgoing, relayCreated, relayFailed, relaySucceeded, relayUpdated } from '@payorch/contracts';
import { presentState } from '@payorch/platform/snapshots';
import { requestedMoney, statusOf, type Relay } from '../domain/relay';

const changes = { pending: relayUpdated, success: relaySucceeded, failure: relayFailed } as const;

/** The lifecycle event of a new version. */
export function relayEventOf(before: Relay | undefined, after: Relay): Outgoing {
  if (!before) return outgoing(relayCreated, snapshotOf(after));
  const status = statusOf(after);
  return outgoing(statusOf(before) === status ? relayUpdated : changes[status], snapshotOf(after));
}

/** The event that shows a relay whose last event is not known. */
export const presentRelay = (relay: Relay): Outgoing => presentState(relayCreated, relayUpdated, snapshotOf(relay));

/** No text of the merchant and no text of the processor. */
const snapshotOf = (relay: Relay): RelayEvent => ({
  merchantId: relay.merchantId,
  profileId: relay.profileId,
  relayId: relay.relayId,
  version: relay.version,
  occurredAt: relay.modifiedAt.toISOString(),
  createdAt: relay.createdAt.toISOString(),
  type: relay.requested.type,
  status: statusOf(relay),
  money: requestedMoney(relay),
  connector: relay.account.connector,
  merchantConnectorId: baseAccountOf(relay.account.merchantConnectorId),
  connectorResourceId: relay.reference,
  connectorReferenceId: relay.connectorReference,
  errorCode: relay.error?.code ?? null,
});
