import type { TraceEvent } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';

interface Row {
  readonly event_id: string;
  readonly event_type: string;
  readonly object_id: string;
  readonly sequence: number;
  readonly request_id: string | null;
  readonly created_at: Date;
  readonly state: string;
  readonly failures: number;
  readonly run_at: Date;
  readonly last_status: number | null;
  readonly ended_at: Date | null;
}

/** No body and no text of an endpoint: only which event, and how its delivery went. */
const statement = `
  SELECT e.event_id, e.event_type, e.object_id, e.sequence, e.request_id, e.created_at,
    d.state, d.failures, d.run_at, d.last_status, d.ended_at
  FROM events e JOIN deliveries d USING (merchant_id, event_id)
  WHERE e.merchant_id = $1 AND e.object_id = ANY($2::text[])`;

const event = (at: Date, name: string, details: TraceEvent['details']): TraceEvent => ({
  at: new Date(at).toISOString(),
  service: 'webhooks',
  event: name,
  details,
});

function eventsOf(row: Row): TraceEvent[] {
  const about = { event_id: row.event_id, event_type: row.event_type };
  const result = { ...about, failures: row.failures, last_status: row.last_status };
  return [
    event(row.created_at, 'webhook.created', {
      ...about,
      object_id: row.object_id,
      version: row.sequence,
      request_id: row.request_id,
    }),
    row.ended_at
      ? event(row.ended_at, `webhook.${row.state}`, result)
      : event(row.run_at, 'webhook.next_attempt', result),
  ];
}

/** The webhooks about these objects with their deliveries: ended, or when the next attempt is due. */
export async function traceEvents(
  sql: Sql,
  merchantId: MerchantId,
  objectIds: readonly string[],
): Promise<TraceEvent[]> {
  return (await sql.query<Row>(statement, [merchantId, objectIds])).flatMap(eventsOf);
}
