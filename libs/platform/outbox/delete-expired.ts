import type { Sql } from '@payorch/platform/postgres';

export interface DeleteExpiredOptions {
  /** Each chunk is a transaction of its own; losing the last chunks in a crash does no harm. */
  readonly transact: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly retentionMs: number;
  /** Rows of one chunk, which take a fraction of the statement timeout. */
  readonly atOnce?: number;
  readonly shouldStop?: () => boolean;
}

/** One instance of a service at a time: two would wait for each other's row locks. */
const isAlone = `(SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || '.forget.inbox')))`;

const deleteChunk = `
  WITH gone AS (
    DELETE FROM inbox WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM inbox WHERE ${isAlone} AND received_at < now() - make_interval(secs => $1::double precision / 1000)
      ORDER BY received_at LIMIT $2))
    RETURNING 1
  )
  SELECT count(*)::int AS gone FROM gone`;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Deletes all inbox rows older than their retention: results of commands that can no longer be sent again. Pauses between two
 * chunks for as long as the last one took, so that payments have the database half of the time. Returns the number of deleted
 * rows.
 */
export async function deleteExpired(options: DeleteExpiredOptions): Promise<number> {
  const { transact, retentionMs, atOnce = 2_000, shouldStop = () => false } = options;
  for (let deleted = 0; ;) {
    const began = performance.now();
    const [row] = await transact((sql) => sql.query<{ gone: number }>(deleteChunk, [retentionMs, atOnce]));
    deleted += row!.gone;
    if (row!.gone < atOnce || shouldStop()) return deleted;
    await pause(performance.now() - began);
  }
}
