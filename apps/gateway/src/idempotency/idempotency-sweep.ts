import type { Logger } from '@payorch/platform/telemetry';
import type { Database } from '../persistence';
import type { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';

export interface IdempotencySweepOptions {
  readonly database: Pick<Database, 'change'>;
  readonly keys: IdempotencyKeyRepository;
  readonly logger: Logger;
  readonly retentionMs: number;
}

const everyMs = 600_000;
const atOnce = 1_000;

/** Deletes idempotency keys after their retention. */
export class IdempotencySweep {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isClosing = false;

  constructor(private readonly options: IdempotencySweepOptions) {}

  start(): void {
    this.timer = setInterval(() => (this.running ??= this.sweep().finally(() => (this.running = undefined))), everyMs);
    this.timer.unref();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.timer);
    await this.running;
  }

  async sweep(): Promise<void> {
    const { database, keys, retentionMs, logger } = this.options;
    const some = () => database.change('every', (sql) => keys.deleteExpired(sql, { retentionMs, limit: atOnce }));
    try {
      while (!this.isClosing && (await some()) === atOnce);
    } catch (error) {
      logger.warn({ error }, 'the gateway could not delete old idempotency keys');
    }
  }
}
