import { setTimeout } from 'node:timers/promises';
import type { MessageProducer } from '@payorch/platform/kafka';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { Sql } from '@payorch/platform/postgres';
import type { Logger } from '@payorch/platform/telemetry';
import { deleteChanges, eventOf, oldestChanges } from './object-changes';

export interface AnnouncerOptions {
  /** In a transaction that sees the rows of every merchant. */
  readonly transact: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly publicUrl: string;
  /** The pause after the last change, ms: events are this much later than their changes. */
  readonly everyMs: number;
}

/** Changes of one transaction: their rows are read, published and deleted within the broker's usual answer. */
const atOnce = 500;
/** A broker that does not answer must not keep the transaction open. */
const longestSendMs = 10_000;

/**
 * Publishes the changes of customers and saved payment methods that triggers have noted, apart from the batches of payments. A
 * crash between publishing and deleting publishes again, under the same ids.
 */
export class Announcer extends PeriodicWorker {
  constructor(private readonly options: AnnouncerOptions) {
    super({ everyMs: options.everyMs, isDueAtStart: true });
  }

  /** Pauses after a full page for as long as it took, so that payments have the database and the producer half of the time. */
  async round(): Promise<void> {
    try {
      while (!this.isStopping) {
        const began = performance.now();
        if ((await this.page()) < atOnce) return;
        await setTimeout(performance.now() - began);
      }
    } catch (error) {
      this.options.logger.warn({ err: error }, 'changes of customers and payment methods are not published; retrying');
    }
  }

  /** Publishes the oldest changes; returns how many there were. */
  page(): Promise<number> {
    const { transact, producer, publicUrl } = this.options;
    return transact(async (sql) => {
      const changes = await oldestChanges(sql, atOnce);
      if (!changes || changes.length === 0) return 0;
      const events = changes.flatMap((change) => eventOf(change, publicUrl));
      await producer.send(events, { signal: AbortSignal.timeout(longestSendMs) });
      await deleteChanges(sql, changes);
      return changes.length;
    });
  }
}
