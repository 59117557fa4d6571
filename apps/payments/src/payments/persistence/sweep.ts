import { openExtensionStates, openVoidStates } from '@payorch/operations';
import { insertMissingJobs } from '@payorch/platform/jobs';
import type { Sql } from '@payorch/platform/postgres';
import { capturableStates, liveStates } from '../domain/attempts/attempt.machine';
import { syncDue, beginCheckDue } from './jobs';

/** Capturable authorizations wait for the merchant, not for a processor. */
const waiting = liveStates.filter((state) => !(capturableStates as readonly string[]).includes(state));

/** Attempts that await an outcome, charges with an open void, authorizations with an open extension: each read has an index. */
const unscheduled = `
  SELECT a.merchant_id, a.payment_id, a.attempt_id, i.partition
  FROM attempts a JOIN intents i USING (merchant_id, payment_id)
  WHERE a.state = ANY($2::text[]) AND a.modified_at < now() - make_interval(secs => $3::double precision / 1000)
  UNION
  SELECT a.merchant_id, a.payment_id, a.attempt_id, i.partition
  FROM intents i JOIN attempts a USING (merchant_id, payment_id)
  WHERE i.post_capture_void = ANY($4::text[]) AND a.state IN ('charged', 'partial_charged')
    AND i.modified_at < now() - make_interval(secs => $3::double precision / 1000)
  UNION
  SELECT a.merchant_id, a.payment_id, a.attempt_id, i.partition
  FROM intents i JOIN attempts a USING (merchant_id, payment_id)
  WHERE i.extension = ANY($5::text[]) AND a.state = 'authorized'
    AND i.modified_at < now() - make_interval(secs => $3::double precision / 1000)`;

const jobOf = (attempts: string): string => `
  SELECT merchant_id || '/' || payment_id AS key, partition,
    jsonb_build_object('merchantId', merchant_id, 'paymentId', payment_id, 'attemptId', attempt_id) AS data
  FROM ${attempts}`;

/** M10: creates the sync job of everything that awaits an outcome and has no job, for whatever reason. */
export const scheduleMissingSyncs =
  (afterMs: number) =>
  async (sql: Sql): Promise<void> => {
    await sql.query(insertMissingJobs(jobOf(`(${unscheduled}) unscheduled`)), [
      syncDue.type,
      waiting,
      afterMs,
      openVoidStates,
      openExtensionStates,
    ]);
  };

/** Requests older than this have their reply already, without a begin check. */
const newestMs = 60_000;
const checkedAtOnce = 200;

/**
 * Creates begin checks for authorizations without an outcome for `afterMs`. One read of the newest open attempts by their
 * index; an authorization with an outcome in time costs no row.
 */
export const scheduleBeginChecks =
  (afterMs: number) =>
  async (sql: Sql): Promise<void> => {
    await sql.query(
      insertMissingJobs(
        jobOf(`(
         SELECT merchant_id, payment_id, attempt_id FROM attempts
         WHERE state = 'authorizing' AND body ->> 'beginCheck' IS NULL
           AND modified_at < now() - make_interval(secs => $2::double precision / 1000)
           AND modified_at > now() - make_interval(secs => $3::double precision / 1000)
         ORDER BY modified_at LIMIT ${checkedAtOnce}
       ) waiting JOIN intents USING (merchant_id, payment_id)`),
      ),
      [beginCheckDue.type, afterMs, afterMs + newestMs],
    );
  };
