import { shownRelayOperation } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, OperationId, ProfileId, RelayId } from '@payorch/kernel';
import { minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { z } from 'zod';
import { type Relay, requestedMoney } from '../domain/relay';
import type { RelayState } from '../domain/relay.machine';
import type { RelayRow } from './relay.rows';

interface Body extends Pick<Relay, 'error' | 'syncCount' | 'incidents' | 'pendingReplies'> {
  readonly requested: z.input<typeof shownRelayOperation>;
}

const bodyOf = ({ requested, error, syncCount, incidents, pendingReplies }: Relay): Body => ({
  error,
  syncCount,
  incidents,
  pendingReplies,
  requested: z.encode(shownRelayOperation, requested),
});

/** Columns are for searches and constraints; the body has the fields that are only read with the relay. */
export function relayToRow(relay: Relay): WrittenRow<RelayRow> {
  const money = requestedMoney(relay);
  return {
    merchant_id: relay.merchantId,
    relay_id: relay.relayId,
    version: relay.version,
    profile_id: relay.profileId,
    operation_id: relay.operation,
    partition: relay.partition,
    connector: relay.account.connector,
    merchant_connector_id: relay.account.merchantConnectorId,
    connector_resource_id: relay.reference,
    connector_reference_id: relay.connectorReference,
    type: relay.requested.type,
    state: relay.state,
    amount: money && minorUnitsToJson(money.amount),
    currency: money && money.currency,
    created_at: relay.createdAt,
    modified_at: relay.modifiedAt,
    body: bodyOf(relay),
  };
}

export function relayFromRow(row: StoredRow<RelayRow>): Relay {
  const { requested, ...body } = row.body as Body;
  return {
    ...body,
    requested: z.decode(shownRelayOperation, requested),
    merchantId: row.merchant_id as MerchantId,
    relayId: row.relay_id as RelayId,
    version: row.version,
    profileId: row.profile_id as ProfileId,
    operation: row.operation_id as OperationId,
    partition: row.partition,
    account: { connector: row.connector, merchantConnectorId: row.merchant_connector_id as MerchantConnectorId },
    reference: row.connector_resource_id,
    connectorReference: row.connector_reference_id,
    state: row.state as RelayState,
    createdAt: new Date(row.created_at),
    modifiedAt: new Date(row.modified_at),
  };
}
