import { type Refusal, refuse, type Resolution } from '@payorch/contracts';
import type { Sql } from '@payorch/platform/postgres';
import { redactText } from '@payorch/platform/telemetry';

interface Known {
  readonly resolved_at: Date;
  readonly resolved_by: string | null;
  readonly reason: string | null;
}

/** Resolves the open incidents that `which` selects, and records who did it ($1), why ($2) and by which request ($3). */
const resolveThose = (which: string): string => `
  WITH resolved AS (
    UPDATE incidents i SET resolved_at = now() WHERE i.resolved_at IS NULL AND (${which})
    RETURNING i.incident_id, i.merchant_id, i.resolved_at
  )
  INSERT INTO incident_resolutions (incident_id, merchant_id, resolved_by, reason, request_id, resolved_at)
  SELECT incident_id, merchant_id, $1, $2, $3, resolved_at FROM resolved RETURNING incident_id`;

/** Who resolves incidents without a person, and why. `reason` is a text of ours: no text of a person is in it. */
export interface ResolvedByItself {
  readonly resolvedBy: string;
  readonly reason: string;
  readonly requestId: string;
}

/** Resolves open incidents whose cause has ended: those that `which`, a condition on `incidents i` with parameters from $4, selects. */
export async function resolveEnded(
  sql: Sql,
  { resolvedBy, reason, requestId }: ResolvedByItself,
  which: string,
  params: readonly unknown[] = [],
): Promise<void> {
  await sql.query(resolveThose(which), [resolvedBy, reason, requestId, ...params]);
}

const resolveOne = resolveThose('i.incident_id = $4');

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
  const resolved = await sql.query(resolveOne, [resolvedBy, reason, requestId, incidentId]);
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
