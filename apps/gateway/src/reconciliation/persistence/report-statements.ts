/**
 * One open incident of an object and a finding; one that is open takes what this run found. Marks every reported object as seen.
 * $1: the findings that need a person, $2–$5: merchant, account, connector, source.
 */
export const openIncidents = `
  INSERT INTO incidents (merchant_id, merchant_connector_id, connector, source, object, kind, subject, object_id, payment_id, state,
    details, created_first, created_last)
  SELECT $2, $3, $4, $5, f.object, f.kind, f.subject, f.object_id, f.payment_id, f.state, f.details, f.created_first, f.created_last
  FROM jsonb_to_recordset($1::jsonb) AS f (object text, kind text, subject text, object_id text, payment_id text, state text,
    details jsonb, created_first timestamptz, created_last timestamptz)
  ON CONFLICT (merchant_id, merchant_connector_id, object, subject, kind) WHERE resolved_at IS NULL
  DO UPDATE SET details = excluded.details, state = excluded.state, object_id = excluded.object_id, payment_id = excluded.payment_id,
    seen_at = now()
  RETURNING opened_at = now() AS is_new`;

export const markSeen = `
  UPDATE incidents i SET seen_at = now()
  FROM jsonb_to_recordset($1::jsonb) AS f (object text, subject text)
  WHERE i.merchant_id = $2 AND i.merchant_connector_id = $3 AND i.object = f.object AND i.subject = f.subject AND i.resolved_at IS NULL`;

/**
 * Resolves what the run would have reported and did not: its objects are of the run's period and kinds, and no run has reported them
 * since this one began. A run reads one source, so it says nothing about what another source showed.
 */
export const resolveMatched = `
  WITH resolved AS (
    UPDATE incidents SET resolved_at = now()
    WHERE merchant_id = $1 AND merchant_connector_id = $2 AND resolved_at IS NULL AND source = $3 AND object = ANY ($4::text[])
      AND created_first >= $5 AND created_last < $6 AND seen_at < $7
    RETURNING incident_id, merchant_id, resolved_at
  )
  INSERT INTO incident_resolutions (incident_id, merchant_id, resolved_by, reason, request_id, resolved_at)
  SELECT incident_id, merchant_id, 'reconciliation', $8, $9, resolved_at FROM resolved RETURNING incident_id`;
