import { openDisputeStatuses, type ProfileSettings } from '@payorch/contracts';
import { insertMissingJobs } from '@payorch/platform/jobs';
import { oneOf, type Sql } from '@payorch/platform/postgres';
import { disputePollDueJob } from './jobs';

/** Of one sweep: many disputes of a profile that begins to poll are read one sweep after the other, not at once. */
const atOnce = 500;

/** Open disputes that have not changed for their profile's interval, and that have no poll. */
const unpolled = `
  SELECT d.merchant_id || '/disputes/' || d.dispute_id AS key, d.partition,
    jsonb_build_object('merchantId', d.merchant_id, 'disputeId', d.dispute_id) AS data
  FROM unnest($2::text[], $3::text[], $4::integer[]) AS polling (merchant_id, profile_id, hours)
  JOIN (SELECT * FROM disputes WHERE ${oneOf('status', openDisputeStatuses)}) d USING (merchant_id, profile_id)
  WHERE d.modified_at < now() - make_interval(hours => polling.hours)
    AND NOT EXISTS (SELECT FROM jobs j WHERE j.id = $1 || '/' || d.merchant_id || '/disputes/' || d.dispute_id)
  ORDER BY d.modified_at LIMIT ${atOnce}`;

const statement = insertMissingJobs(unpolled);

type Polling = Pick<ProfileSettings, 'merchantId' | 'profileId' | 'disputePollingHours'>;

/** Schedules the first poll of disputes. A poll schedules the next one itself. */
export async function schedulePolls(sql: Sql, profiles: readonly Polling[]): Promise<void> {
  if (profiles.length === 0) return;
  await sql.query(statement, [
    disputePollDueJob.type,
    profiles.map(({ merchantId }) => merchantId),
    profiles.map(({ profileId }) => profileId),
    profiles.map(({ disputePollingHours }) => disputePollingHours),
  ]);
}
