import type { Logger } from '@payorch/platform/telemetry';
import type { ProcessorWebhooks } from './processor-webhooks';

export interface WebhookSweepOptions {
  readonly webhooks: Pick<ProcessorWebhooks, 'applyPending' | 'deleteOld'>;
  readonly logger: Logger;
  readonly everyMs: number;
  /** Longer than any processor repeats a webhook. */
  readonly retentionMs: number;
}

const atOnce = 20;
const forgetEveryMs = 600_000;

/** Retries webhooks until each has a verdict; deletes those that no processor repeats any more. */
export class WebhookSweep {
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | undefined;
  private isClosing = false;

  constructor(private readonly options: WebhookSweepOptions) {}

  start(): void {
    const { everyMs, retentionMs, webhooks, logger } = this.options;
    this.timers = [
      setInterval(() => (this.running ??= this.sweep().finally(() => (this.running = undefined))), everyMs),
      setInterval(() => {
        webhooks
          .deleteOld(retentionMs)
          .catch((error: unknown) => logger.warn({ error }, 'the gateway could not delete old webhooks'));
      }, forgetEveryMs),
    ];
    for (const timer of this.timers) timer.unref();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.running;
  }

  private async sweep(): Promise<void> {
    try {
      while (!this.isClosing && (await this.options.webhooks.applyPending(atOnce)) === atOnce);
    } catch (error) {
      this.options.logger.warn({ error }, 'the gateway could not apply open webhooks; it retries');
    }
  }
}
