import { partsOfKey, relayKey } from '@payorch/contracts';
import type { MerchantId, RelayId } from '@payorch/kernel';
import type { Sql, Statement, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, VersionedRows } from '@payorch/platform/postgres';
import type { AggregateStore, Change } from '@payorch/platform/shell';
import type { Relay } from '../domain/relay';
import { relayFromRow, relayToRow } from './relay.mapper';
import { RelayRow } from './relay.rows';

const columns = columnsOf(RelayRow);

const rows = new VersionedRows(columns);

/** A relay has no payment and no attempt: its incident has the relay's id in their place. */
const openIncidents = `
  INSERT INTO incidents (merchant_id, attempt_id, payment_id, kind)
  SELECT "merchantId", "relayId", "relayId", kind FROM jsonb_to_recordset($1) AS r("merchantId" text, "relayId" text, kind text)
  ON CONFLICT DO NOTHING`;

type RelayChange = Change<Relay>;

/** Relays as aggregates of their own. */
export class RelayStore implements AggregateStore<Relay, unknown> {
  async load(sql: Sql, keys: readonly string[], purpose: 'writing' | 'reading'): Promise<ReadonlyMap<string, Relay>> {
    const ids = keys.map(partsOfKey);
    const found = await sql.query<StoredRow<RelayRow>>(
      `SELECT ${columns.list} FROM relays WHERE (merchant_id, relay_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       ORDER BY merchant_id, relay_id ${purpose === 'writing' ? 'FOR UPDATE' : ''}`,
      [ids.map(([merchant]) => merchant), ids.map(([, id]) => id)],
    );
    return new Map(found.map(relayFromRow).map((relay) => [relayKey(relay), relay]));
  }

  writes(changes: readonly RelayChange[]): readonly Statement[] {
    return [...rows.writesOf(changes, relayToRow), ...incidentWrites(changes)];
  }

  /** For a query: nothing is locked. */
  async find(sql: Sql, merchantId: MerchantId, relayId: RelayId): Promise<Relay | undefined> {
    const key = relayKey({ merchantId, relayId });
    return (await this.load(sql, [key], 'reading')).get(key);
  }
}

function incidentWrites(changes: readonly RelayChange[]): readonly Statement[] {
  const opened = changes.flatMap(({ before, after: { merchantId, relayId, incidents } }) =>
    incidents.filter((kind) => !before?.incidents.includes(kind)).map((kind) => ({ merchantId, relayId, kind })),
  );
  return opened.length > 0 ? [{ text: openIncidents, params: [JSON.stringify(opened)] }] : [];
}
