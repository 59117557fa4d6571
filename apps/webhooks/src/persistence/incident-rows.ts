import { resolveEnded } from '@payorch/platform/incidents';
import type { Sql } from '@payorch/platform/postgres';
import type { Endpoint, ProfileEndpoint } from '../domain/delivery';

/** An endpoint did nothing but fail and was disabled: its merchant must learn of it. */
const kind = 'endpoint_disabled';
const resolvedBy = 'webhooks';

/** Opens an incident each time that an endpoint is disabled, once. `endpoints`: the rows of endpoints, disabled ones and others. */
export const openIncidents = (endpoints: string): string => `
  INSERT INTO incidents (merchant_id, endpoint_id, disabled_at, profile_id, kind, opened_at)
  SELECT merchant_id, endpoint_id, disabled_at, profile_id, '${kind}', disabled_at
  FROM ${endpoints} WHERE disabled_at IS NOT NULL
  ON CONFLICT DO NOTHING`;

/** Its merchant enabled the endpoint, so nothing is open. */
export const resolveEnabled = (sql: Sql, { merchantId, endpointId }: Endpoint, requestId: string): Promise<void> =>
  resolveEnded(
    sql,
    { resolvedBy, reason: 'the endpoint was enabled', requestId },
    'i.merchant_id = $4 AND i.endpoint_id = $5',
    [merchantId, endpointId],
  );

/** Also of endpoints that the last release disabled, which opened none. */
const openMissing = openIncidents('endpoints');

const isEnabled = `NOT EXISTS (
    SELECT FROM endpoints e
    WHERE e.merchant_id = i.merchant_id AND e.endpoint_id = i.endpoint_id AND e.disabled_at IS NOT NULL
  )`;

const forget = `
  DELETE FROM endpoints e USING unnest($1::text[], $2::text[]) AS gone (merchant_id, endpoint_id)
  WHERE e.merchant_id = gone.merchant_id AND e.endpoint_id = gone.endpoint_id AND e.disabled_at IS NOT NULL`;

/**
 * Opens the incidents of all disabled endpoints, and resolves those of endpoints that do not exist any more: of deleted merchants,
 * profiles and endpoints.
 */
export async function reconcileIncidents(
  sql: Sql,
  isConfigured: (endpoint: ProfileEndpoint) => boolean,
  requestId: string,
): Promise<void> {
  const disabled = await sql.query<ProfileEndpoint>(
    `SELECT merchant_id AS "merchantId", endpoint_id AS "endpointId", profile_id AS "profileId"
     FROM endpoints WHERE disabled_at IS NOT NULL ORDER BY 1, 2`,
  );
  const gone = disabled.filter((endpoint) => !isConfigured(endpoint));
  if (gone.length > 0)
    await sql.query(forget, [gone.map(({ merchantId }) => merchantId), gone.map(({ endpointId }) => endpointId)]);
  await resolveEnded(sql, { resolvedBy, reason: 'the endpoint was deleted or enabled', requestId }, isEnabled);
  await sql.query(openMissing);
}
