import { shownRelayOperation } from '@payorch/contracts';
import type { MerchantId, RelayId } from '@payorch/kernel';
import { minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { operationColumns, operationFields } from '@payorch/platform/resources';
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
    ...operationColumns(relay),
    merchant_id: relay.merchantId,
    relay_id: relay.relayId,
    partition: relay.partition,
    connector_resource_id: relay.reference,
    connector_reference_id: relay.connectorReference,
    type: relay.requested.type,
    amount: money && minorUnitsToJson(money.amount),
    currency: money && money.currency,
    body: bodyOf(relay),
  };
}

export function relayFromRow(row: StoredRow<RelayRow>): Relay {
  const { requested, ...body } = row.body as Body;
  return {
    ...body,
    ...operationFields<RelayState>(row),
    requested: z.decode(shownRelayOperation, requested),
    merchantId: row.merchant_id as MerchantId,
    relayId: row.relay_id as RelayId,
    partition: row.partition,
    reference: row.connector_resource_id,
    connectorReference: row.connector_reference_id,
  };
}
