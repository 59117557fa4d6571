import type { Logger } from '@payorch/platform/telemetry';

const everyMs = 600_000;
const atOnce = 1_000;

export interface ExpirySweepOptions {
  readonly logger: Pick<Logger, 'warn'>;
  /** The log line where rows could not be deleted. */
  readonly failure: string;
}

/** Deletes expired rows of one table every ten minutes, some at a time. */
export class ExpirySweep {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isClosing = false;

  /** `deleteSome` deletes up to `limit` rows and returns their number. */
  constructor(
    private readonly deleteSome: (limit: number) => Promise<number>,
    private readonly options: ExpirySweepOptions,
  ) {}

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
    try {
      while (!this.isClosing && (await this.deleteSome(atOnce)) === atOnce);
    } catch (error) {
      this.options.logger.warn({ error }, this.options.failure);
    }
  }
}
