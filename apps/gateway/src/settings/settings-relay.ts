import { Inject, Injectable } from '@nestjs/common';
import { MessageProducer } from '@payorch/platform/kafka';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import { deleteMarked, deletePublished, unpublished, unpublishedBacklog } from '@payorch/platform/outbox';
import type { Logger } from '@payorch/platform/telemetry';
import { metrics } from '@payorch/platform/telemetry';
import type { GatewayConfig } from '../config';
import { Database } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { settingsPartition } from './persistence/outbox.repository';

const rowsPerBatch = 500;
const sendWithinMs = 8_000;

/**
 * Publishes account settings in commit order: after each commit, and by a timer. A database lock admits one gateway at
 * a time; otherwise a slower gateway could publish an older setting after a newer one.
 */
@Injectable()
export class SettingsRelay extends PeriodicWorker {
  private publishing: Promise<void> | undefined;
  private isRequestedAgain = false;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(MessageProducer) private readonly producer: Pick<MessageProducer, 'send'>,
    @Inject(loggerToken) private readonly logger: Logger,
    @Inject(configToken) config: Pick<GatewayConfig, 'settingsRelayEveryMs'>,
  ) {
    super({ everyMs: config.settingsRelayEveryMs, isDueAtStart: true });
  }

  round(): Promise<void> {
    return this.publish();
  }

  /** Resolves when every row committed before this call is published, or publishing failed for now. Never rejects. */
  publish(): Promise<void> {
    if (this.publishing) {
      this.isRequestedAgain = true;
      return this.publishing;
    }
    return (this.publishing = this.publishAll());
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.isRequestedAgain = false;
    await super.beforeApplicationShutdown();
    await this.publishing;
  }

  private async publishAll(): Promise<void> {
    try {
      do {
        this.isRequestedAgain = false;
        while ((await this.publishSome()) === rowsPerBatch);
        const backlog = await this.database.change([], async (sql) => {
          await deleteMarked(sql);
          return unpublishedBacklog(sql);
        });
        metrics.setOutboxPending(backlog);
      } while (this.isRequestedAgain);
    } catch (error) {
      // The rows stay; the timer retries.
      this.logger.warn({ error }, 'the gateway could not publish settings; it retries');
    }
    // In the same turn as the last check of `isRequestedAgain`: a later call starts a new run.
    this.publishing = undefined;
  }

  private publishSome(): Promise<number> {
    const { database, producer } = this;
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
