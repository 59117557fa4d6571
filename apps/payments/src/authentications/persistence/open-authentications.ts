import { insertMissingJobs } from '@payorch/platform/jobs';
import type { Sql } from '@payorch/platform/postgres';
import { openAuthenticationStates } from '../domain/standalone.machine';
import { authenticationDueJob } from '../messages/jobs';

const unscheduled = `
  SELECT merchant_id || '/authentications/' || authentication_id AS key, partition,
    jsonb_build_object('merchantId', merchant_id, 'authenticationId', authentication_id) AS data
  FROM authentications
  WHERE state = ANY($2::text[]) AND modified_at < now() - make_interval(secs => $3::double precision / 1000)`;

/** M10: creates the due job of every open authentication that has none, for whatever reason. */
export const scheduleMissingAuthenticationJobs =
  (afterMs: number) =>
  async (sql: Sql): Promise<void> => {
    await sql.query(insertMissingJobs(unscheduled), [authenticationDueJob.type, openAuthenticationStates, afterMs]);
  };
