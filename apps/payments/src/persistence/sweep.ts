import type { Sql } from '@payorch/platform/postgres';
import { liveStates } from '../domain/attempt.machine';
import { askDue } from '../messages/jobs';

/** `authorized` waits for the merchant, not for a processor. */
const waiting = liveStates.filter((state) => state !== 'authorized');

/** M10: a live attempt that nobody is going to ask about, for whatever reason, is asked about now. */
export const sweepForgotten =
  (afterMs: number) =>
  async (sql: Sql): Promise<void> => {
    await sql.query(
      `INSERT INTO jobs (id, type, key, partition, run_at, data)
       SELECT $1 || '/' || a.merchant_id || '/' || a.payment_id, $1, a.merchant_id || '/' || a.payment_id, i.partition, now(),
              jsonb_build_object('merchantId', a.merchant_id, 'paymentId', a.payment_id, 'attemptId', a.attempt_id)
       FROM attempts a JOIN intents i USING (merchant_id, payment_id)
       WHERE a.state = ANY($2::text[]) AND a.modified_at < now() - make_interval(secs => $3::double precision / 1000)
       ON CONFLICT (id) DO NOTHING`,
      [askDue.type, waiting, afterMs],
    );
  };

/** Incidents that nobody has settled yet. */
export async function openIncidents(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: string }>('SELECT count(*) FROM incidents WHERE resolved_at IS NULL');
  return Number(row?.count ?? 0);
}
