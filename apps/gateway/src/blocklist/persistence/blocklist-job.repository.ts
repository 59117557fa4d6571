import { Injectable } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import { columnsOf, insertIfAbsent, type Sql } from '@payorch/platform/postgres';
import { In } from 'typeorm';
import type { BlocklistChunk, BlocklistJob } from '../domain/blocklist-job';
import { BlocklistJobChunkRow, BlocklistJobRow } from './blocklist-job.rows';

type Place = Pick<BlocklistJob, 'merchantId' | 'jobId'>;
const rowOf = ({ merchantId, jobId }: Place) => ({ merchant_id: merchantId, job_id: jobId });

const columns = columnsOf(BlocklistJobRow);
const open = `('initiated', 'processing')`;

/** Uploads of blocklist entries, and those of their chunks that payments has not confirmed. */
@Injectable()
export class BlocklistJobRepository {
  /** Stores a job with its chunks. False where the job exists. */
  async insert(sql: Sql, job: BlocklistJob, chunks: readonly BlocklistChunk[]): Promise<boolean> {
    const { status, totalRows: total_rows, succeededRows: succeeded_rows, failedRows: failed_rows } = job;
    const row = { ...rowOf(job), status, total_rows, succeeded_rows, failed_rows };
    const times = { leased_until: job.createdAt, created_at: job.createdAt, updated_at: job.updatedAt };
    if (!(await insertIfAbsent(sql.repository(BlocklistJobRow), { ...row, ...times }))) return false;
    await sql.query(
      `INSERT INTO blocklist_job_chunks (merchant_id, job_id, chunk, entries)
       SELECT $1, $2, * FROM unnest($3::int[], $4::jsonb[])`,
      [
        job.merchantId,
        job.jobId,
        chunks.map(({ chunk }) => chunk),
        chunks.map(({ entries }) => JSON.stringify(entries)),
      ],
    );
    return true;
  }

  async find(sql: Sql, job: Place): Promise<BlocklistJob | undefined> {
    const row = await sql.repository(BlocklistJobRow).findOneBy(rowOf(job));
    return row ? fromRow(row) : undefined;
  }

  /** Newest first, and their number. */
  async list(
    sql: Sql,
    merchantId: MerchantId,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly jobs: readonly BlocklistJob[]; readonly total: number }> {
    const jobs = sql.repository(BlocklistJobRow);
    const where = { merchant_id: merchantId };
    const total = await jobs.countBy(where);
    if (limit === 0) return { jobs: [], total };
    const rows = await jobs.find({ where, order: { created_at: 'DESC', job_id: 'DESC' }, take: limit, skip: offset });
    return { jobs: rows.map(fromRow), total };
  }

  countOpen(sql: Sql, merchantId: MerchantId): Promise<number> {
    return sql
      .repository(BlocklistJobRow)
      .countBy({ merchant_id: merchantId, status: In(['initiated', 'processing']) });
  }

  /** Leases the open job that has waited longest, of any merchant. */
  async claim(sql: Sql, leaseMs: number): Promise<BlocklistJob | undefined> {
    const [row] = await sql.query<BlocklistJobRow>(
      `UPDATE blocklist_jobs SET status = 'processing', updated_at = now(),
         leased_until = now() + make_interval(secs => $1::double precision / 1000)
       WHERE (merchant_id, job_id) IN (
         SELECT merchant_id, job_id FROM blocklist_jobs WHERE status IN ${open} AND leased_until <= now()
         ORDER BY leased_until LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${columns.list}`,
      [leaseMs],
    );
    return row && fromRow(row);
  }

  async nextChunk(sql: Sql, job: Place): Promise<BlocklistChunk | undefined> {
    const [row] = await sql
      .repository(BlocklistJobChunkRow)
      .find({ where: rowOf(job), order: { chunk: 'ASC' }, take: 1 });
    return row && { chunk: row.chunk, entries: row.entries };
  }

  /** Counts a chunk once: a gateway whose lease ended meanwhile may confirm it too. Renews the lease. */
  async finishChunk(
    sql: Sql,
    { merchantId, jobId }: Place,
    done: { readonly chunk: number; readonly succeeded: number; readonly failed: number; readonly leaseMs: number },
  ): Promise<void> {
    await sql.query(
      `WITH gone AS (
         DELETE FROM blocklist_job_chunks WHERE merchant_id = $1 AND job_id = $2 AND chunk = $3 RETURNING 1)
       UPDATE blocklist_jobs SET succeeded_rows = succeeded_rows + $4, failed_rows = failed_rows + $5,
         updated_at = now(), leased_until = now() + make_interval(secs => $6::double precision / 1000)
       WHERE merchant_id = $1 AND job_id = $2 AND EXISTS (SELECT 1 FROM gone)`,
      [merchantId, jobId, done.chunk, done.succeeded, done.failed, done.leaseMs],
    );
  }

  /** Ends a job without chunks: as failed where no row succeeded. */
  async finish(sql: Sql, { merchantId, jobId }: Place): Promise<void> {
    await sql.query(
      `UPDATE blocklist_jobs SET updated_at = now(),
         status = CASE WHEN succeeded_rows > 0 THEN 'completed' ELSE 'failed' END
       WHERE merchant_id = $1 AND job_id = $2 AND status IN ${open}`,
      [merchantId, jobId],
    );
  }

  /**
   * Deletes up to `limit` jobs of any merchant after their retention, also open ones: payments refuses their chunks from
   * then on. Returns their number.
   */
  async deleteExpired(sql: Sql, { retentionMs, limit }: { retentionMs: number; limit: number }): Promise<number> {
    const gone = await sql.query(
      `WITH expired AS (
         DELETE FROM blocklist_jobs WHERE (merchant_id, job_id) IN (
           SELECT merchant_id, job_id FROM blocklist_jobs
           WHERE created_at < now() - make_interval(secs => $1::double precision / 1000)
           ORDER BY created_at LIMIT $2)
         RETURNING merchant_id, job_id),
       chunks AS (
         DELETE FROM blocklist_job_chunks c USING expired e
         WHERE c.merchant_id = e.merchant_id AND c.job_id = e.job_id)
       SELECT job_id FROM expired`,
      [retentionMs, limit],
    );
    return gone.length;
  }

  /** Leaves the job to any gateway after this time. */
  async postpone(sql: Sql, { merchantId, jobId }: Place, delayMs: number): Promise<void> {
    await sql.query(
      `UPDATE blocklist_jobs SET leased_until = now() + make_interval(secs => $3::double precision / 1000)
       WHERE merchant_id = $1 AND job_id = $2`,
      [merchantId, jobId, delayMs],
    );
  }
}

const fromRow = (row: BlocklistJobRow): BlocklistJob => ({
  merchantId: row.merchant_id,
  jobId: row.job_id,
  status: row.status,
  totalRows: row.total_rows,
  succeededRows: row.succeeded_rows,
  failedRows: row.failed_rows,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
