import { type Refusal, refuse, type Resolution } from '@payorch/contracts';
import type { Sql } from '@payorch/platform/postgres';
import { redactText } from '@payorch/platform/telemetry';

interface Known {
  readonly resolved_at: Date;
  readonly resolved_by: string | null;
  readonly reason: string | null;
}

/**
 * Resolves an open incident and records who did it and why, both or neither. The same resolution again changes nothing. Returns a
 * refusal for an unknown incident, and for one that is resolved otherwise. A card number in the texts is masked.
 */
export async function resolveIncident(
  sql: Sql,
  { incidentId, ...given }: Resolution,
  requestId: string,
): Promise<Refusal | undefined> {
  const [resolvedBy, reason] = [redactText(given.resolvedBy), redactText(given.reason)];
  const resolved = await sql.query(
    `WITH resolved AS (
       UPDATE incidents SET resolved_at = now() WHERE incident_id = $1 AND resolved_at IS NULL
       RETURNING incident_id, merchant_id, resolved_at
     )
     INSERT INTO incident_resolutions (incident_id, merchant_id, resolved_by, reason, request_id, resolved_at)
     SELECT incident_id, merchant_id, $2, $3, $4, resolved_at FROM resolved RETURNING incident_id`,
    [incidentId, resolvedBy, reason, requestId],
  );
  if (resolved.length > 0) return undefined;
  const [known] = await sql.query<Known>(
    `SELECT i.resolved_at, r.resolved_by, r.reason FROM incidents i LEFT JOIN incident_resolutions r USING (incident_id)
     WHERE i.incident_id = $1`,
    [incidentId],
  );
  if (!known) return refuse('incident_not_found');
  if (known.resolved_by === resolvedBy && known.reason === reason) return undefined;
  return refuse('incident_resolved', { when: new Date(known.resolved_at).toISOString() });
}
