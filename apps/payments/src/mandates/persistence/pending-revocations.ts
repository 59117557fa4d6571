import { insertMissingJobs } from '@payorch/platform/jobs';
import type { Sql } from '@payorch/platform/postgres';
import { revocationSyncDue } from '../messages/jobs';

const unscheduled = `
  SELECT merchant_id || '/mandates/' || mandate_id AS key, (revocation ->> 'partition')::smallint AS partition,
    jsonb_build_object('merchantId', merchant_id, 'mandateId', mandate_id) AS data
  FROM mandates
  WHERE status = 'pending' AND revocation ->> 'state' = 'pending'
    AND modified_at < now() - make_interval(secs => $2::double precision / 1000)`;

/** M10: creates the sync job of every revocation under way that has none, for whatever reason. */
export const scheduleMissingRevocationSyncs =
  (afterMs: number) =>
  async (sql: Sql): Promise<void> => {
    await sql.query(insertMissingJobs(unscheduled), [revocationSyncDue.type, afterMs]);
  };
