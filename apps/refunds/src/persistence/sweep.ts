import { insertMissingJobs } from '@payorch/platform/jobs';
import type { Sql } from '@payorch/platform/postgres';
import { openStates } from '../domain/refund.machine';
import { refundsDueJob } from './jobs';

/** M10: adds a job, due now, for each open refund whose payment has none. */
export const addMissingJobs =
  (afterMs: number) =>
  async (sql: Sql): Promise<void> => {
    await sql.query(
      insertMissingJobs(
        `SELECT DISTINCT r.merchant_id || '/' || r.payment_id AS key, b.partition,
           jsonb_build_object('merchantId', r.merchant_id, 'paymentId', r.payment_id) AS data
         FROM refunds r JOIN balances b USING (merchant_id, payment_id)
         WHERE r.state = ANY($2::text[]) AND r.modified_at < now() - make_interval(secs => $3::double precision / 1000)`,
      ),
      [refundsDueJob.type, openStates, afterMs],
    );
  };
