import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { Logger } from '@payorch/platform/telemetry';

const atOnce = 1_000;

export interface ExpirySweepOptions {
  readonly everyMs: number;
  readonly logger: Pick<Logger, 'warn'>;
  /** The log line where rows could not be deleted. */
  readonly failure: string;
}

/** Deletes expired rows of one table, some at a time. */
export class ExpirySweep extends PeriodicWorker {
  /** `deleteSome` deletes up to `limit` rows and returns their number. */
  constructor(
    private readonly deleteSome: (limit: number) => Promise<number>,
    private readonly options: ExpirySweepOptions,
  ) {
    super({ everyMs: options.everyMs });
  }

  async round(): Promise<void> {
    try {
      while (!this.isStopping && (await this.deleteSome(atOnce)) === atOnce);
    } catch (error) {
      this.options.logger.warn({ error }, this.options.failure);
    }
  }
}
