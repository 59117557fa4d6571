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

const resolveOf = (sql: Sql, { merchantId, endpointId }: Endpoint, reason: string, requestId: string): Promise<void> =>
  resolveEnded(sql, { resolvedBy, reason, requestId }, 'i.merchant_id = $4 AND i.endpoint_id = $5', [
    merchantId,
    endpointId,
  ]);

const enabled = 'the endpoint was enabled';

/** Its merchant enabled the endpoint, so nothing is open. */
export const resolveEnabled = (sql: Sql, endpoint: Endpoint, requestId: string): Promise<void> =>
  resolveOf(sql, endpoint, enabled, requestId);

export const disabledEndpoints = (sql: Sql): Promise<ProfileEndpoint[]> =>
  sql.query<ProfileEndpoint>(
    `SELECT merchant_id AS "merchantId", endpoint_id AS "endpointId", profile_id AS "profileId"
     FROM endpoints WHERE disabled_at IS NOT NULL`,
  );

/** Forgets a disabled endpoint that does not exist any more. In a transaction of its own: it locks one endpoint. */
export async function forgetDeleted(sql: Sql, endpoint: Endpoint, requestId: string): Promise<void> {
  const { merchantId, endpointId } = endpoint;
  await sql.query('DELETE FROM endpoints WHERE merchant_id = $1 AND endpoint_id = $2 AND disabled_at IS NOT NULL', [
    merchantId,
    endpointId,
  ]);
  await resolveOf(sql, endpoint, 'the endpoint was deleted', requestId);
}

/** Also of endpoints that the last release disabled, which opened none. */
const openMissing = openIncidents('endpoints');

const isEnabled = `NOT EXISTS (
    SELECT FROM endpoints e
    WHERE e.merchant_id = i.merchant_id AND e.endpoint_id = i.endpoint_id AND e.disabled_at IS NOT NULL
  )`;

/** Makes up for what the last release, which knows no incidents, does beside this one while the service is replaced. */
export async function matchIncidents(sql: Sql, requestId: string): Promise<void> {
  await resolveEnded(sql, { resolvedBy, reason: enabled, requestId }, isEnabled);
  await sql.query(openMissing);
}
