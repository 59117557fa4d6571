import type { Sql } from '@payorch/platform/postgres';

/** Rows of one table that are deleted by age. All of it is our own SQL. */
export interface ExpiringRows {
  readonly table: string;
  /** The column of the time from which their age counts; an index has it first. */
  readonly since: string;
  /** What makes an old row deletable, where that is not its age alone. Few old rows may be exempt: each round reads them again. */
  readonly where?: string;
}

export interface DeleteExpiredOptions {
  readonly rows: ExpiringRows;
  /** Each chunk is a transaction of its own; losing the last chunks in a crash does no harm. */
  readonly transact: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly retentionMs: number;
  /** Rows of one chunk, which take a fraction of the statement timeout. */
  readonly atOnce?: number;
  readonly shouldStop?: () => boolean;
}

/**
 * Deletes `$2` rows older than `$1` ms, the oldest first. One instance of a service at a time: two would wait for each other's row
 * locks. A row that is changed or locked meanwhile is looked at again, or left.
 */
export const deletionOf = ({ table, since, where }: ExpiringRows): string => `
  WITH gone AS (
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table}
      WHERE (SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || '.forget.${table}')))
        AND ${since} < now() - make_interval(secs => $1::double precision / 1000)${where ? ` AND ${where}` : ''}
      ORDER BY ${since} LIMIT $2${where ? ' FOR UPDATE SKIP LOCKED' : ''}))
    RETURNING 1
  )
  SELECT count(*)::int AS gone FROM gone`;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Deletes all rows older than their retention. Pauses between two chunks for as long as the last one took, so that payments have the
 * database half of the time. Returns the number of deleted rows.
 */
export async function deleteExpired(options: DeleteExpiredOptions): Promise<number> {
  const { rows, transact, retentionMs, atOnce = 2_000, shouldStop = () => false } = options;
  for (let deleted = 0; ;) {
    const began = performance.now();
    const [row] = await transact((sql) => sql.query<{ gone: number }>(deletionOf(rows), [retentionMs, atOnce]));
    deleted += row!.gone;
    if (row!.gone < atOnce || shouldStop()) return deleted;
    await pause(performance.now() - began);
  }
}
