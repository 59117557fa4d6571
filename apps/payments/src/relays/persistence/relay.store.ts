import { partsOfKey, relayKey } from '@payorch/contracts';
import type { MerchantId, RelayId } from '@payorch/kernel';
import type { Sql, Statement, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, exactly, PartedStatement } from '@payorch/platform/postgres';
import type { AggregateStore, Change } from '@payorch/platform/shell';
import type { Relay } from '../domain/relay';
import { relayFromRow, relayToRow } from './relay.mapper';
import { RelayRow } from './relay.rows';

const columns = columnsOf(RelayRow);

const parts = {
  created: `${columns.insertFromJson} ON CONFLICT DO NOTHING RETURNING 1`,
  // Beside each row the version that it must still have.
  changed: `
    UPDATE relays r SET ${columns.setFrom('n')}
    FROM ROWS FROM (jsonb_populate_recordset(NULL::relays, $), unnest($::int[])) n
    WHERE ${columns.sameKey('r', 'n')} AND r.version = n.unnest
    RETURNING 1`,
};
type PartName = keyof typeof parts;

const saveStatement = new PartedStatement<PartName>(
  parts,
  (names) => `SELECT ${names.map((name) => exactly(`(SELECT count(*) FROM ${name})`, '$::int')).join(', ')}`,
);

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
    const rows = await sql.query<StoredRow<RelayRow>>(
      `SELECT ${columns.list} FROM relays WHERE (merchant_id, relay_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       ORDER BY merchant_id, relay_id ${purpose === 'writing' ? 'FOR UPDATE' : ''}`,
      [ids.map(([merchant]) => merchant), ids.map(([, id]) => id)],
    );
    return new Map(rows.map(relayFromRow).map((relay) => [relayKey(relay), relay]));
  }

  writes(changes: readonly RelayChange[]): readonly Statement[] {
    const created = changes.filter(({ before }) => before === undefined);
    const changed = changes.filter(({ before }) => before !== undefined);
    const written: readonly (readonly [PartName, readonly unknown[], count: number])[] = [
      ['created', [rowsOf(created)], created.length],
      ['changed', [rowsOf(changed), changed.map(({ before }) => before?.version ?? 0)], changed.length],
    ];
    const needed = written.filter(([, , count]) => count > 0);
    const params = [...needed.flatMap(([, given]) => given), ...needed.map(([, , count]) => count)];
    return [{ text: saveStatement.of(needed.map(([name]) => name)), params }, ...incidentWrites(changes)];
  }

  /** For a query: nothing is locked. */
  async find(sql: Sql, merchantId: MerchantId, relayId: RelayId): Promise<Relay | undefined> {
    const key = relayKey({ merchantId, relayId });
    return (await this.load(sql, [key], 'reading')).get(key);
  }
}

const rowsOf = (list: readonly RelayChange[]): string => JSON.stringify(list.map(({ after }) => relayToRow(after)));

function incidentWrites(changes: readonly RelayChange[]): readonly Statement[] {
  const opened = changes.flatMap(({ before, after: { merchantId, relayId, incidents } }) =>
    incidents.filter((kind) => !before?.incidents.includes(kind)).map((kind) => ({ merchantId, relayId, kind })),
  );
  return opened.length > 0 ? [{ text: openIncidents, params: [JSON.stringify(opened)] }] : [];
}
