import type { TraceEvent } from '@payorch/contracts';

type Details = TraceEvent['details'];

/** A row of a service's trace. */
export interface TracedRow {
  readonly at: Date;
  readonly event: string;
  readonly details: Details;
}

/** The events of one service, as its trace lists them. */
export const eventsOf =
  (service: TraceEvent['service']) =>
  (at: Date, event: string, details: Details): TraceEvent => ({
    at: new Date(at).toISOString(),
    service,
    event,
    details,
  });

/** SQL: when incidents of the rows `of` were opened and resolved. `id`: the column by which `incidents` names such a row. */
export const incidentsSql = (of: string, id: string): string => `
  SELECT i.at, 'incident.' || i.what AS event,
    jsonb_build_object('incident_id', n.incident_id, 'kind', n.kind, '${id}', n.${id}) AS details
  FROM (${of}) o JOIN incidents n USING (merchant_id, ${id})
  CROSS JOIN LATERAL (VALUES (n.opened_at, 'opened'), (n.resolved_at, 'resolved')) i (at, what)
  WHERE i.at IS NOT NULL`;

/** SQL: what is due of these jobs, and the messages about `key` that the broker does not have yet. */
export const pendingSql = ({ jobs, key }: { readonly jobs: string; readonly key: string }): string => `
  SELECT run_at AS at, 'job.due' AS event, jsonb_build_object('type', type) AS details
  FROM jobs WHERE id = ANY(${jobs}::text[])
  UNION ALL
  SELECT created_at, 'message.unpublished',
    jsonb_build_object('topic', topic, 'type', headers ->> 'ce_type', 'message_id', headers ->> 'ce_id')
  FROM outbox WHERE published_at IS NULL AND key = ${key}`;
