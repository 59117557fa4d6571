import { refuse, type BlocklistItem, type Outgoing, type Refusal } from '@payorch/contracts';
import { eventually } from '@payorch/harness';
import type { MerchantId } from '@payorch/kernel';
import { silentLogger } from '@payorch/platform/telemetry';
import { Readable } from 'node:stream';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { BlocklistJobs } from './blocklist-jobs';
import { BlocklistUploads } from './blocklist-uploads';
import type { BlocklistJob } from './domain/blocklist-job';
import { BlocklistJobRepository } from './persistence/blocklist-job.repository';

const acme = 'acme_1' as MerchantId;
const file = (rows: number, more = '') =>
  Readable.from([
    Buffer.from(`type,data\n${Array.from({ length: rows }, (_, n) => `card_bin,${100_000 + n}\n`).join('')}${more}`),
  ]);

let db: GatewayDatabase;
beforeAll(async () => void (db = await gatewayDatabase()));
afterAll(() => db.close());

/** Gateways whose messages a list records; `replies` says what payments replies. */
function gateway(replies: (entries: readonly BlocklistItem[]) => Buffer | Refusal = () => Buffer.from('{}')) {
  const sent: BlocklistItem[][] = [];
  const expiries: unknown[] = [];
  const query = async ({ data }: Outgoing): Promise<Buffer | Refusal> => {
    const { entries, expiresAt } = data as { entries: BlocklistItem[]; expiresAt: string };
    sent.push(entries);
    expiries.push(expiresAt);
    return replies(entries);
  };
  const jobs = new BlocklistJobRepository();
  const { database } = db;
  const worker = new BlocklistJobs(database, jobs, { query }, silentLogger, {
    blocklistJobsEveryMs: 60_000,
    blocklistJobRetentionMs: 3_600_000,
  });
  const uploads = new BlocklistUploads({ database, jobs, maxRows: 2_000, onStored: () => undefined });
  return { worker, uploads, sent, expiries, jobs };
}

const stored = async (result: Promise<BlocklistJob | Refusal>): Promise<BlocklistJob> => (await result) as BlocklistJob;
const asyncFind = async ({ uploads }: ReturnType<typeof gateway>, { merchantId, jobId }: BlocklistJob) =>
  stored(uploads.find(merchantId, jobId));
const finished = (of: ReturnType<typeof gateway>, job: BlocklistJob) =>
  eventually(async () => {
    const now = await asyncFind(of, job);
    return ['completed', 'failed'].includes(now.status) && now;
  });
const makeDue = (job: BlocklistJob) =>
  db.database.change([job.merchantId], (sql) =>
    sql.query('UPDATE blocklist_jobs SET leased_until = now() WHERE job_id = $1', [job.jobId]),
  );

describe('an upload of a blocklist', () => {
  it('is sent in bounded chunks, in order, and completed', async () => {
    const one = gateway();
    const job = await stored(one.uploads.upload(acme, file(1_201, 'card_bin,1\n'), trace));
    expect(job).toMatchObject({ status: 'initiated', totalRows: 1_202, failedRows: 1 });
    one.worker.wake();
    expect(await finished(one, job)).toMatchObject({ status: 'completed', succeededRows: 1_201, failedRows: 1 });
    expect(one.sent.map((entries) => entries.length)).toEqual([500, 500, 201]);
    const expiry = new Date(job.createdAt.getTime() + 3_600_000).toISOString();
    expect(one.expiries).toEqual([expiry, expiry, expiry]);
    expect(one.sent[2]![200]).toEqual({ dataKind: 'card_bin', data: '101200' });
    await one.worker.beforeApplicationShutdown();
  });

  it('is continued by another gateway after a lost reply, and each chunk counts once', async () => {
    let isAway = true;
    const one = gateway(() => (isAway ? refuse('no_reply') : Buffer.from('{}')));
    const job = await stored(one.uploads.upload(acme, file(501), trace));
    one.worker.wake();
    await eventually(() => one.sent.length === 1);
    await one.worker.beforeApplicationShutdown();
    expect(await asyncFind(one, job)).toMatchObject({ status: 'processing', succeededRows: 0 });
    isAway = false;
    await makeDue(job);
    const other = gateway();
    other.worker.wake();
    expect(await finished(other, job)).toMatchObject({ status: 'completed', succeededRows: 501 });
    expect(other.sent).toHaveLength(2);
    const done = { chunk: 0, succeeded: 500, failed: 0, leaseMs: 1_000 };
    await db.database.change([acme], (sql) => other.jobs.finishChunk(sql, job, done));
    expect(await asyncFind(other, job)).toMatchObject({ succeededRows: 501 });
    await other.worker.beforeApplicationShutdown();
  });

  it('fails with the rows of a chunk that payments cannot handle', async () => {
    const one = gateway((entries) => (entries.length === 500 ? refuse('internal') : Buffer.from('{}')));
    const partly = await stored(one.uploads.upload(acme, file(501), trace));
    const wholly = await stored(one.uploads.upload(acme, file(500), trace));
    one.worker.wake();
    expect(await finished(one, partly)).toMatchObject({ status: 'completed', succeededRows: 1, failedRows: 500 });
    expect(await finished(one, wholly)).toMatchObject({ status: 'failed', succeededRows: 0, failedRows: 500 });
    await one.worker.beforeApplicationShutdown();
  });

  it('is refused with too many rows, while another of the merchant is read, and beyond ten open jobs', async () => {
    const { uploads } = gateway();
    expect(await uploads.upload(acme, file(2_001), trace)).toMatchObject({ code: 'invalid_request' });
    const slow = new Readable({ read: () => undefined });
    const reading = uploads.upload(acme, slow, trace);
    expect(await uploads.upload(acme, file(1), trace)).toMatchObject({ code: 'too_many_requests' });
    slow.push('type,data\ncard_bin,424242\n');
    slow.push(null);
    expect(await reading).toMatchObject({ totalRows: 1 });
    const other = 'acme_2' as MerchantId;
    for (let n = 0; n < 10; n++) expect(await uploads.upload(other, file(1), trace)).toMatchObject({ totalRows: 1 });
    expect(await uploads.upload(other, file(1), trace)).toMatchObject({ code: 'too_many_requests' });
    expect(await uploads.list(other, { limit: 3 })).toMatchObject({ total: 10, jobs: [{}, {}, {}] });
    expect(await uploads.list(other, { limit: 0 })).toEqual({ total: 10, jobs: [] });
  });

  it('is deleted with its chunks after the retention, and a newer one is not', async () => {
    const { uploads, jobs } = gateway();
    const merchantId = 'acme_4' as MerchantId;
    const old = await stored(uploads.upload(merchantId, file(1), trace));
    const fresh = await stored(uploads.upload(merchantId, file(1), trace));
    await db.database.change([merchantId], (sql) =>
      sql.query(`UPDATE blocklist_jobs SET created_at = now() - interval '2 hours' WHERE job_id = $1`, [old.jobId]),
    );
    const gone = await db.database.change('every', (sql) =>
      jobs.deleteExpired(sql, { retentionMs: 3_600_000, limit: 1_000 }),
    );
    expect(gone).toBe(1);
    expect((await uploads.list(merchantId, {})).jobs.map(({ jobId }) => jobId)).toEqual([fresh.jobId]);
    const left = await db.database.read([merchantId], (sql) =>
      sql.query('SELECT job_id FROM blocklist_job_chunks WHERE merchant_id = $1', [merchantId]),
    );
    expect(left).toEqual([{ job_id: fresh.jobId }]);
  });

  it('is invisible to another merchant', async () => {
    const { uploads } = gateway();
    const job = await stored(uploads.upload('acme_3' as MerchantId, file(1), trace));
    const absent = `Batch blocklist job \`${job.jobId}\` not found`;
    expect(await uploads.find(acme, job.jobId)).toEqual(refuse('not_found', { message: absent }));
    expect(await uploads.find(acme, 'no\0id')).toMatchObject({ code: 'not_found' });
  });
});
