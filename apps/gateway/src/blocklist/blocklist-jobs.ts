import { blocklistAddChunk, isRefusal, outgoing, type RefusalCode } from '@payorch/contracts';
import { newTraceparent } from '@payorch/platform/kafka';
import type { Logger } from '@payorch/platform/telemetry';
import type { OwnerClient } from '../owners';
import type { Database } from '../persistence';
import type { BlocklistChunk, BlocklistJob } from './domain/blocklist-job';
import type { BlocklistJobRepository } from './persistence/blocklist-job.repository';

export interface BlocklistJobsParts {
  readonly database: Database;
  readonly jobs: BlocklistJobRepository;
  readonly owner: Pick<OwnerClient, 'query'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** The interval of the search for jobs that another gateway left. */
  readonly everyMs: number;
  /** How long a job is stored. Its chunks are not sent after this time either. */
  readonly retentionMs: number;
}

/** Longer than a chunk takes, also where payments does not reply. */
const leaseMs = 60_000;
const retryAfterMs = 5_000;

/** Refusals after which the same chunk may succeed: payments adds a chunk once. */
const temporary: ReadonlySet<RefusalCode> = new Set([
  ...(['no_reply', 'not_begun_in_time', 'settings_outdated', 'overloaded', 'database_away'] as const),
]);

/**
 * Sends the chunks of stored uploads to payments, one after the other, so that payments never has more than one of them
 * beside its payments. A job of a gateway that died continues after its lease.
 */
export class BlocklistJobs {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isRequestedAgain = false;
  private isClosing = false;

  constructor(private readonly parts: BlocklistJobsParts) {}

  start(): void {
    this.timer = setInterval(() => this.wake(), this.parts.everyMs).unref();
  }

  /** Processes every job that is due. */
  wake(): void {
    if (this.isClosing) return;
    this.isRequestedAgain = true;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      while (this.isRequestedAgain && !this.isClosing) {
        this.isRequestedAgain = false;
        await this.processDue();
      }
    } catch (error) {
      this.parts.logger.warn({ error }, 'the gateway could not process an upload of a blocklist; it retries');
    }
  }

  private async processDue(): Promise<void> {
    const { database, jobs } = this.parts;
    for (;;) {
      const job = await database.change('every', (sql) => jobs.claim(sql, leaseMs));
      if (!job) return;
      await this.process(job);
      if (this.isClosing) return;
    }
  }

  private async process(job: BlocklistJob): Promise<void> {
    const { database, jobs } = this.parts;
    const merchants = [job.merchantId];
    while (!this.isClosing) {
      const chunk = await database.read(merchants, (sql) => jobs.nextChunk(sql, job));
      if (!chunk) return database.change(merchants, (sql) => jobs.finish(sql, job));
      const outcome = await this.send(job, chunk);
      if (outcome === 'retry') return database.change(merchants, (sql) => jobs.postpone(sql, job, retryAfterMs));
      const rows = chunk.entries.length;
      const [succeeded, failed] = outcome === 'done' ? [rows, 0] : [0, rows];
      const done = { chunk: chunk.chunk, succeeded, failed, leaseMs };
      await database.change(merchants, (sql) => jobs.finishChunk(sql, job, done));
    }
    await database.change(merchants, (sql) => jobs.postpone(sql, job, 0));
  }

  private async send(
    { merchantId, jobId, createdAt }: BlocklistJob,
    { chunk, entries }: BlocklistChunk,
  ): Promise<'done' | 'failed' | 'retry'> {
    const expiresAt = new Date(createdAt.getTime() + this.parts.retentionMs).toISOString();
    const command = outgoing(blocklistAddChunk, { merchantId, jobId, chunk, entries: [...entries], expiresAt });
    const trace = { correlationId: jobId, traceparent: newTraceparent() };
    const reply = await this.parts.owner.query(command, { trace, timeout: 'noProcessorCallMs' });
    if (!isRefusal(reply)) return 'done';
    if (temporary.has(reply.code)) return 'retry';
    this.parts.logger.warn({ job_id: jobId, chunk, refusal: reply.code }, 'payments refused a chunk of a blocklist');
    return 'failed';
  }
}
