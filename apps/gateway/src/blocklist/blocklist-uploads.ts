import { blocklistChunkSize, refuse, type Refusal } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import { ConcurrencyLimiter } from '../limits';
import { type Database, orUnavailable } from '../persistence';
import { newIdFor, type RequestTrace } from '../request';
import { type Upload, UploadFault } from '../uploads';
import type { BlocklistChunk, BlocklistJob } from './domain/blocklist-job';
import { pageOf, type SentPage } from './domain/page';
import type { BlocklistJobRepository } from './persistence/blocklist-job.repository';
import { type ReadBlocklist, readBlocklist } from './read-blocklist';

export interface BlocklistUploadsParts {
  readonly database: Database;
  readonly jobs: BlocklistJobRepository;
  readonly maxRows: number;
  /** Called for a stored job. */
  readonly onStored: () => void;
}

const invalid = (message: string): Refusal => refuse('invalid_request', { message });
const busy = refuse('too_many_requests', { retry_after: '5' });

/** An upload is in memory until it is stored: so few are read at a time, and one of each merchant. */
const readAtOnce = 4;
const waitingToRead = 16;
const openJobsOfMerchant = 10;

const chunksOf = (items: ReadBlocklist['items']): BlocklistChunk[] =>
  Array.from({ length: Math.ceil(items.length / blocklistChunkSize) }, (_, chunk) => ({
    chunk,
    entries: items.slice(chunk * blocklistChunkSize, (chunk + 1) * blocklistChunkSize),
  }));

/** Stores uploads of blocklist entries as jobs, and shows the jobs of a merchant. */
export class BlocklistUploads {
  private readonly reading = new ConcurrencyLimiter(readAtOnce, waitingToRead);
  private readonly uploading = new Set<MerchantId>();

  constructor(private readonly parts: BlocklistUploadsParts) {}

  async upload(merchantId: MerchantId, file: Upload, trace: RequestTrace): Promise<BlocklistJob | Refusal> {
    if (this.uploading.has(merchantId)) return busy;
    this.uploading.add(merchantId);
    try {
      return (await this.reading.run(() => this.readAndStore(merchantId, file, trace))) ?? busy;
    } catch (error) {
      if (error instanceof UploadFault) return invalid(error.message);
      throw error;
    } finally {
      this.uploading.delete(merchantId);
    }
  }

  async find(merchantId: MerchantId, jobId: string): Promise<BlocklistJob | Refusal> {
    const notFound = refuse('not_found', { message: `Batch blocklist job \`${jobId}\` not found` });
    if (!referenceIdPattern.test(jobId)) return notFound;
    const { database, jobs } = this.parts;
    return (
      (await orUnavailable(database.read([merchantId], (sql) => jobs.find(sql, { merchantId, jobId })))) ?? notFound
    );
  }

  list(merchantId: MerchantId, sent: SentPage): ReturnType<BlocklistJobRepository['list']> {
    const { database, jobs } = this.parts;
    return orUnavailable(database.read([merchantId], (sql) => jobs.list(sql, merchantId, pageOf(sent))));
  }

  private async readAndStore(
    merchantId: MerchantId,
    file: Upload,
    trace: RequestTrace,
  ): Promise<BlocklistJob | Refusal> {
    const { maxRows } = this.parts;
    const { items, rows, invalidRows } = await readBlocklist(file, maxRows);
    if (file.truncated) return invalid('the file is larger than allowed');
    if (rows > maxRows) return invalid(`CSV exceeds maximum allowed rows (${maxRows}); got ${rows}`);
    if (items.length === 0) return invalid('CSV must contain at least one valid data row');
    const now = new Date();
    const job: BlocklistJob = {
      merchantId,
      jobId: newIdFor('blkbatch', trace),
      status: 'initiated',
      totalRows: rows,
      succeededRows: 0,
      failedRows: invalidRows,
      createdAt: now,
      updatedAt: now,
    };
    return this.store(job, chunksOf(items));
  }

  /** A retried request finds the job of its first attempt. */
  private async store(job: BlocklistJob, chunks: readonly BlocklistChunk[]): Promise<BlocklistJob | Refusal> {
    const { database, jobs, onStored } = this.parts;
    const stored = await orUnavailable(
      database.change([job.merchantId], async (sql) => {
        if ((await jobs.countOpen(sql, job.merchantId)) >= openJobsOfMerchant) return busy;
        return (await jobs.insert(sql, job, chunks)) ? job : ((await jobs.find(sql, job)) ?? busy);
      }),
    );
    onStored();
    return stored;
  }
}
