import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { StoredFiles } from '@payorch/platform/storage';
import type { Logger } from '@payorch/platform/telemetry';
import type { Database } from '../persistence';
import type { FileRepository } from './persistence/file.repository';

export interface FileCleanUpParts {
  readonly database: Pick<Database, 'change'>;
  readonly files: Pick<FileRepository, 'claimDue' | 'delete'>;
  readonly stored: Pick<StoredFiles, 'remove'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly everyMs: number;
}

const atOnce = 20;
/** Longer than the calls of a round take: a gateway that dies in it leaves its files to another one. */
const againMs = 600_000;

/** Deletes files that are due: abandoned uploads, deleted files whose bytes remained, and files after their retention. */
export class FileCleanUp extends PeriodicWorker {
  constructor(private readonly parts: FileCleanUpParts) {
    super({ everyMs: parts.everyMs });
  }

  async round(): Promise<void> {
    const { database, files, logger } = this.parts;
    try {
      while (!this.isStopping) {
        const due = await database.change('every', (sql) => files.claimDue(sql, { limit: atOnce, againMs }));
        for (const file of due) await this.remove(file);
        if (due.length < atOnce) return;
      }
    } catch (error) {
      logger.warn({ error }, 'the gateway could not delete files that are due; it retries');
    }
  }

  /** The bytes first: a row without bytes can be found again, bytes without a row cannot. */
  private async remove(file: Awaited<ReturnType<FileRepository['claimDue']>>[number]): Promise<void> {
    await this.parts.stored.remove(file);
    await this.parts.database.change([file.merchantId], (sql) => this.parts.files.delete(sql, file));
  }
}
