import { insertMissingJobs } from '@payorch/platform/jobs';
import type { Sql } from '@payorch/platform/postgres';
import { openRelayStates } from '../domain/relay.machine';
import { relaySyncDueJob } from '../messages/jobs';

const unscheduled = `
  SELECT merchant_id || '/relays/' || relay_id AS key, partition,
    jsonb_build_object('merchantId', merchant_id, 'relayId', relay_id) AS data
  FROM relays
  WHERE state = ANY($2::text[]) AND modified_at < now() - make_interval(secs => $3::double precision / 1000)`;

/** M10: creates the sync job of every open relay that has none, for whatever reason. */
export const scheduleMissingRelaySyncs =
  (afterMs: number) =>
  async (sql: Sql): Promise<void> => {
    await sql.query(insertMissingJobs(unscheduled), [relaySyncDueJob.type, openRelayStates, afterMs]);
  };
