import type { Sql } from '@payorch/platform/postgres';

export interface Retention {
  readonly outboxRetentionMs: number;
  readonly inboxRetentionMs: number;
}

export interface ForgetOptions {
  /** Each chunk is a transaction of its own; losing the last chunks in a crash does no harm. */
  readonly transact: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly retention: Retention;
  /** Rows of one chunk, which take a fraction of the statement timeout. */
  readonly atOnce?: number;
  readonly shouldStop?: () => boolean;
}

const olderThan = `now() - make_interval(secs => $1::double precision / 1000)`;
/** One instance of a service at a time: two would wait for each other's row locks. */
const isAlone = (table: string): string =>
  `(SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || '.forget.${table}')))`;

/** Ids follow the clock closely enough: the first chunk with a young row is the last one to search. */
const forgetPublished = `
  WITH head AS MATERIALIZED (
    SELECT id, created_at < ${olderThan} AS is_old FROM outbox
    WHERE ${isAlone('outbox')} AND id > $2::bigint ORDER BY id LIMIT $3
  ), gone AS (
    DELETE FROM outbox
    WHERE id > $2::bigint AND id <= (SELECT max(id) FROM head WHERE is_old) AND published_at < ${olderThan}
    RETURNING 1
  )
  SELECT max(id)::text AS last, count(*) = $3 AND bool_and(is_old) AS has_more, (SELECT count(*) FROM gone)::int AS gone
  FROM head`;

const forgetHandled = `
  WITH gone AS (
    DELETE FROM inbox WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM inbox WHERE ${isAlone('inbox')} AND received_at < ${olderThan} ORDER BY received_at LIMIT $2))
    RETURNING 1
  )
  SELECT count(*)::int AS gone FROM gone`;

interface Chunk {
  readonly deleted: number;
  readonly hasMore: boolean;
}

async function publishedChunk(sql: Sql, ms: number, after: string, atOnce: number): Promise<Chunk & { last: string }> {
  const [row] = await sql.query<{ last: string | null; has_more: boolean | null; gone: number }>(forgetPublished, [
    ms,
    after,
    atOnce,
  ]);
  return { deleted: row!.gone, hasMore: row!.has_more ?? false, last: row!.last ?? after };
}

async function handledChunk(sql: Sql, ms: number, atOnce: number): Promise<Chunk> {
  const [row] = await sql.query<{ gone: number }>(forgetHandled, [ms, atOnce]);
  return { deleted: row!.gone, hasMore: row!.gone === atOnce };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Pauses between two chunks for as long as the last one took: payments have the database half of the time. */
async function chunkByChunk(next: () => Promise<Chunk>, shouldStop: () => boolean): Promise<number> {
  for (let gone = 0; ;) {
    const began = performance.now();
    const chunk = await next();
    gone += chunk.deleted;
    if (!chunk.hasMore || shouldStop()) return gone;
    await pause(performance.now() - began);
  }
}

/**
 * Deletes all rows older than their retention: published messages, and refusals of commands that can no longer be sent
 * again. Unpublished messages stay. Returns the number of deleted rows.
 */
export async function deleteExpired(
  options: ForgetOptions,
): Promise<{ readonly outbox: number; readonly inbox: number }> {
  const { transact, retention, atOnce = 2_000, shouldStop = () => false } = options;
  let after = '0';
  const outbox = await chunkByChunk(async () => {
    const chunk = await transact((sql) => publishedChunk(sql, retention.outboxRetentionMs, after, atOnce));
    after = chunk.last;
    return chunk;
  }, shouldStop);
  const inbox = await chunkByChunk(
    () => transact((sql) => handledChunk(sql, retention.inboxRetentionMs, atOnce)),
    shouldStop,
  );
  return { outbox, inbox };
}
