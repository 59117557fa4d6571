import type { MessageProducer } from '@payorch/platform/kafka';
import { deleteMarked, deletePublished, unpublished, unpublishedBacklog } from '@payorch/platform/outbox';
import type { Logger } from '@payorch/platform/telemetry';
import { metrics } from '@payorch/platform/telemetry';
import type { Database } from '../persistence';
import { settingsPartition } from './persistence/outbox.repository';

export interface SettingsRelayOptions {
  readonly database: Database;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly logger: Logger;
  /** The interval of the search for unpublished rows that a crash left. */
  readonly everyMs: number;
}

const rowsPerBatch = 500;
const sendWithinMs = 8_000;

/**
 * Publishes account settings in commit order: after each commit, and by a timer. A database lock admits one gateway at
 * a time; otherwise a slower gateway could publish an older setting after a newer one.
 */
export class SettingsRelay {
  private running: Promise<void> | undefined;
  private isRequestedAgain = false;
  private timers: NodeJS.Timeout[] = [];

  constructor(private readonly options: SettingsRelayOptions) {}

  start(): void {
    const { everyMs } = this.options;
    this.timers = [setInterval(() => void this.publish(), everyMs)];
    for (const timer of this.timers) timer.unref();
    void this.publish();
  }

  /** Resolves when every row committed before this call is published, or publishing failed for now. Never rejects. */
  publish(): Promise<void> {
    if (this.running) {
      this.isRequestedAgain = true;
      return this.running;
    }
    return (this.running = this.publishAll());
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.isRequestedAgain = false;
    await this.running;
  }

  private async publishAll(): Promise<void> {
    try {
      do {
        this.isRequestedAgain = false;
        while ((await this.publishSome()) === rowsPerBatch);
        const backlog = await this.options.database.change([], async (sql) => {
          await deleteMarked(sql);
          return unpublishedBacklog(sql);
        });
        metrics.setOutboxPending(backlog);
      } while (this.isRequestedAgain);
    } catch (error) {
      // The rows stay; the timer retries.
      this.options.logger.warn({ error }, 'the gateway could not publish settings; it retries');
    }
    // In the same turn as the last check of `isRequestedAgain`: a later call starts a new run.
    this.running = undefined;
  }

  private publishSome(): Promise<number> {
    const { database, producer } = this.options;
    return database.change([], async (sql) => {
      await sql.query(`SELECT pg_advisory_xact_lock(hashtext('gateway.settings-relay'))`);
      const rows = await unpublished(sql, [settingsPartition], { limit: rowsPerBatch });
      if (rows.length === 0) return 0;
      await producer.send(
        rows.map(({ message }) => message),
        { notAfter: Date.now() + sendWithinMs },
      );
      await deletePublished(
        sql,
        rows.map(({ id }) => id),
      );
      return rows.length;
    });
  }
}
