import type { MessageDefinition } from '@payorch/contracts';
import type { Sql } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import type { z } from 'zod';
import { JobRow } from './job.rows';

/** A job is declared like a message but never leaves its service: when due, it joins the batch of its key. */
export interface JobDefinition<Data = unknown, Type extends string = string> extends MessageDefinition<Data, Type> {
  /** One job of a type exists for each name: scheduling it again moves it. */
  nameOf(data: Data): string;
  keyOf(data: Data): string;
}

/** `name`: required if a key may have several jobs of this type. */
export const defineJob = <Data, const Type extends string>(
  type: Type,
  schema: z.ZodType<Data>,
  key: (data: Data) => string,
  name: (data: Data) => string = key,
): JobDefinition<Data, Type> => ({
  type,
  version: 1,
  kind: 'command',
  topic: jobsTopic,
  keyOf: key,
  nameOf: name,
  schema,
});

/** Not a topic of the broker: the origin of a due job. */
export const jobsTopic = 'jobs';

export interface NewJob {
  readonly job: JobDefinition;
  readonly data: unknown;
  readonly partition: number;
  readonly delayMs: number;
}

export interface DueJob {
  readonly id: string;
  readonly type: string;
  readonly key: string;
  readonly partition: number;
  readonly data: unknown;
}

/** The id of the job of this type and name; the name defaults to the key. */
export const jobIdOf = (type: string, name: string): string => `${type}/${name}`;

const given = columnsOf(JobRow).without('run_at', 'failures', 'last_error');

/**
 * Writes jobs, or moves those that exist; takes `jobColumns`, with `$` for each parameter. Delays, not times: only the
 * database's clock decides when a job is due.
 */
export const scheduleJobs = `
  INSERT INTO jobs (${given.list}, run_at)
  SELECT ${given.list}, now() + make_interval(secs => delay_ms / 1000)
  FROM unnest(${given.arrays}, $::double precision[]) AS job (${given.list}, delay_ms)
  ON CONFLICT (id) DO UPDATE SET ${given.setFrom('excluded')}, run_at = excluded.run_at, failures = 0, last_error = NULL`;

/**
 * Writes a job, due now, for each object that a query finds and that has none. The query yields `key`, `partition` and
 * `data`; `$1` is the type of the jobs.
 */
export const insertMissingJobs = (found: string): string => `
  INSERT INTO jobs (${given.list}, run_at)
  SELECT ${given.list}, now() FROM (
    SELECT $1 || '/' || key AS id, $1::text AS type, key, partition, data FROM (${found}) found
  ) job
  ON CONFLICT (id) DO NOTHING`;

export const jobColumns = (jobs: readonly NewJob[]): unknown[][] => [
  ...given.arraysOf(
    jobs.map(({ job, data, partition }) => ({
      id: jobIdOf(job.type, job.nameOf(data)),
      type: job.type,
      key: job.keyOf(data),
      partition,
      data: data as object,
    })),
  ),
  jobs.map(({ delayMs }) => delayMs),
];

/** Returns overdue jobs of any age: `run_at` has no lower bound. */
export const dueJobs = (sql: Sql, partitions: readonly number[], limit: number): Promise<DueJob[]> =>
  sql.query<DueJob>(
    `SELECT id, type, key, partition, data FROM jobs
     WHERE partition = ANY($1::smallint[]) AND run_at <= now() ORDER BY run_at LIMIT $2`,
    [partitions, limit],
  );

/** Milliseconds until the next job of these partitions becomes due, by the database's clock; null without a job. */
export async function nextDueInMs(sql: Sql, partitions: readonly number[]): Promise<number | null> {
  const [row] = await sql.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM min(next.run_at) - now()) * 1000)::float8 AS ms
     FROM unnest($1::smallint[]) AS own (partition) CROSS JOIN LATERAL (
       SELECT run_at FROM jobs WHERE jobs.partition = own.partition AND run_at > now() ORDER BY run_at LIMIT 1
     ) next`,
    [partitions],
  );
  return row?.ms ?? null;
}

/** How long the oldest due job of these partitions has been due, by the database's clock, in seconds; 0 without one. */
export async function lateJobSeconds(sql: Sql, partitions: readonly number[]): Promise<number> {
  const [row] = await sql.query<{ late: number }>(
    `SELECT coalesce(greatest(0, extract(epoch FROM now() - min(first.run_at))), 0)::float8 AS late
     FROM unnest($1::smallint[]) AS own (partition) CROSS JOIN LATERAL (
       SELECT run_at FROM jobs WHERE jobs.partition = own.partition ORDER BY run_at LIMIT 1
     ) first`,
    [partitions],
  );
  return row?.late ?? 0;
}

/** Locks the jobs that are still due and not locked by another transaction, until the transaction ends. */
export async function claimJobs(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM jobs WHERE id = ANY($1::text[]) AND run_at <= now() FOR UPDATE SKIP LOCKED',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * For work outside the batches, which finish their jobs themselves. A job that is finished or being handled is not
 * cancelled.
 */
export async function cancelJobs(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('DELETE FROM jobs WHERE id = ANY($1::text[])', [ids]);
}

/** Postpones a failed job: the delay doubles with each failure, up to an hour, with jitter. */
export async function postponeJob(sql: Sql, id: string, error: string): Promise<void> {
  await sql.query(
    `UPDATE jobs SET failures = failures + 1, last_error = left($2, 500),
       run_at = now() + make_interval(secs => least(3600, 2 ^ least(failures, 12)) * (0.75 + random() / 2))
     WHERE id = $1`,
    [id, error],
  );
}
