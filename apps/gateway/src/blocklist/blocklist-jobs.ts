import { Inject, Injectable } from '@nestjs/common';
import { blocklistAddChunk, isRefusal, outgoing, type RefusalCode } from '@payorch/contracts';
import { newTraceparent } from '@payorch/platform/kafka';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { Logger } from '@payorch/platform/telemetry';
import type { GatewayConfig } from '../config';
import { OwnerClient } from '../owners';
import { Database } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import type { BlocklistChunk, BlocklistJob } from './domain/blocklist-job';
import { BlocklistJobRepository } from './persistence/blocklist-job.repository';

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
@Injectable()
export class BlocklistJobs extends PeriodicWorker {
  private isRequestedAgain = false;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BlocklistJobRepository) private readonly jobs: BlocklistJobRepository,
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(loggerToken) private readonly logger: Pick<Logger, 'warn'>,
    @Inject(configToken) private readonly config: Pick<
      GatewayConfig,
      'blocklistJobsEveryMs' | 'blocklistJobRetentionMs'
    >,
  ) {
    super({ everyMs: config.blocklistJobsEveryMs });
  }

  /** Processes every job that is due. */
  wake(): void {
    if (this.isStopping) return;
    this.isRequestedAgain = true;
    void this.run();
  }

  async round(): Promise<void> {
    try {
      do {
        this.isRequestedAgain = false;
        await this.processDue();
      } while (this.isRequestedAgain && !this.isStopping);
    } catch (error) {
      this.logger.warn({ error }, 'the gateway could not process an upload of a blocklist; it retries');
    }
  }

  private async processDue(): Promise<void> {
    const { database, jobs } = this;
    for (;;) {
      const job = await database.change('every', (sql) => jobs.claim(sql, leaseMs));
      if (!job) return;
      await this.process(job);
      if (this.isStopping) return;
    }
  }

  private async process(job: BlocklistJob): Promise<void> {
    const { database, jobs } = this;
    const merchants = [job.merchantId];
    while (!this.isStopping) {
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
    const expiresAt = new Date(createdAt.getTime() + this.config.blocklistJobRetentionMs).toISOString();
    const command = outgoing(blocklistAddChunk, { merchantId, jobId, chunk, entries: [...entries], expiresAt });
    const trace = { correlationId: jobId, traceparent: newTraceparent() };
    const reply = await this.owner.query(command, { trace, timeout: 'noProcessorCallMs' });
    if (!isRefusal(reply)) return 'done';
    if (temporary.has(reply.code)) return 'retry';
    this.logger.warn({ job_id: jobId, chunk, refusal: reply.code }, 'payments refused a chunk of a blocklist');
    return 'failed';
  }
}
