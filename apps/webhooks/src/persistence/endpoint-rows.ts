import type { EndpointState } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { Endpoint, ProfileEndpoint } from '../domain/delivery';
import { openIncidents, resolveEnabled } from './incident-rows';

/**
 * A success ends what an endpoint failed; only its merchant enables a disabled one. `succeeded`: a selection of merchant_id and
 * endpoint_id. Locks in one order everywhere.
 */
export const clearFailures = (succeeded: string): string => `
  UPDATE endpoints e SET failing_since = NULL
  FROM (
    SELECT f.merchant_id, f.endpoint_id FROM endpoints f JOIN (${succeeded}) ok USING (merchant_id, endpoint_id)
    WHERE f.failing_since IS NOT NULL AND f.disabled_at IS NULL ORDER BY 1, 2 FOR UPDATE OF f
  ) failing
  WHERE e.merchant_id = failing.merchant_id AND e.endpoint_id = failing.endpoint_id`;

const clearOne = clearFailures('SELECT $1::text AS merchant_id, $2::text AS endpoint_id');

/** Writes the first failure and the one that disables the endpoint, with its incident; all those between change nothing. */
const countFailures = `
  WITH failing AS (
    INSERT INTO endpoints AS e (merchant_id, endpoint_id, profile_id, failing_since)
    SELECT merchant_id, endpoint_id, profile_id, now()
    FROM unnest($1::text[], $2::text[], $3::text[]) AS failed (merchant_id, endpoint_id, profile_id)
    ON CONFLICT (merchant_id, endpoint_id) DO UPDATE
    SET failing_since = coalesce(e.failing_since, now()),
      disabled_at = CASE WHEN e.failing_since IS NULL THEN NULL ELSE now() END
    WHERE e.disabled_at IS NULL
      AND (e.failing_since IS NULL OR e.failing_since <= now() - make_interval(secs => $4::double precision / 1000))
    RETURNING merchant_id, endpoint_id, profile_id, disabled_at
  ), opened AS (
    ${openIncidents('failing')}
  )
  SELECT * FROM failing`;

/** Also what another process stored while the endpoint was being disabled. Keeps leases: an attempt under way may still deliver. */
const endDeliveries = `
  UPDATE deliveries d SET state = 'disabled', ended_at = now()
  FROM unnest($1::text[], $2::text[]) AS failed (merchant_id, endpoint_id) JOIN endpoints e USING (merchant_id, endpoint_id)
  WHERE e.disabled_at IS NOT NULL AND d.merchant_id = e.merchant_id AND d.profile_id = e.endpoint_id AND d.state = 'waiting'`;

type Row = Pick<ProfileEndpoint, 'merchantId' | 'endpointId'>;

const byKey = (one: Row, other: Row): number =>
  one.merchantId.localeCompare(other.merchantId) || one.endpointId.localeCompare(other.endpointId);

/** Each endpoint once, in one order everywhere: two processes never wait for each other's rows. */
const distinct = <Of extends Endpoint>(endpoints: readonly Of[]): Of[] =>
  [...new Map(endpoints.map((one) => [`${one.merchantId}/${one.endpointId}`, one])).values()].sort(byKey);

const columnsOf = (endpoints: readonly Endpoint[]) => [
  endpoints.map(({ merchantId }) => merchantId),
  endpoints.map(({ endpointId }) => endpointId),
];

export async function noteSuccess(sql: Sql, { merchantId, endpointId }: Endpoint): Promise<void> {
  await sql.query(clearOne, [merchantId, endpointId]);
}

/**
 * Disables endpoints that have done nothing but fail for `disableAfterMs`, with what waits for them. Returns those that this call
 * disabled.
 */
export async function noteFailures(
  sql: Sql,
  failed: readonly ProfileEndpoint[],
  disableAfterMs: number,
): Promise<readonly ProfileEndpoint[]> {
  if (failed.length === 0) return [];
  const endpoints = distinct(failed);
  const rows = await sql.query<{
    merchant_id: MerchantId;
    endpoint_id: string;
    profile_id: ProfileEndpoint['profileId'];
    disabled_at: Date | null;
  }>(countFailures, [...columnsOf(endpoints), endpoints.map(({ profileId }) => profileId), disableAfterMs]);
  await sql.query(endDeliveries, columnsOf(endpoints));
  return rows.flatMap((row) =>
    row.disabled_at === null
      ? []
      : [{ merchantId: row.merchant_id, endpointId: row.endpoint_id, profileId: row.profile_id }],
  );
}

export async function endpointStatesOf(
  sql: Sql,
  merchantId: MerchantId,
  endpointIds: readonly string[],
): Promise<readonly EndpointState[]> {
  const rows = await sql.query<{ endpoint_id: string; failing_since: Date | null; disabled_at: Date | null }>(
    'SELECT endpoint_id, failing_since, disabled_at FROM endpoints WHERE merchant_id = $1 AND endpoint_id = ANY($2::text[])',
    [merchantId, endpointIds],
  );
  return rows.map((row) => ({
    endpointId: row.endpoint_id,
    failingSince: row.failing_since && new Date(row.failing_since).toISOString(),
    disabledAt: row.disabled_at && new Date(row.disabled_at).toISOString(),
  }));
}

/** What ended while the endpoint was disabled stays undelivered; its merchant retries what it needs. */
export async function enableEndpoint(sql: Sql, { merchantId, endpointId }: Endpoint, requestId: string): Promise<void> {
  await sql.query('DELETE FROM endpoints WHERE merchant_id = $1 AND endpoint_id = $2', [merchantId, endpointId]);
  await resolveEnabled(sql, { merchantId, endpointId }, requestId);
}
