import type { KeyedTransport } from '@payorch/platform/kafka';
import { metrics, type Logger } from '@payorch/platform/telemetry';

export interface ListenWhileTurningOptions {
  readonly isTurning: () => boolean;
  /** A new consumer, not started yet; another one for each call. */
  readonly listen: () => Pick<KeyedTransport, 'start' | 'close' | 'on'>;
  readonly everyMs: number;
  readonly logger: Logger;
}

/** Runs a consumer only while a key list contains several keys; at other times it costs nothing. */
export class RotationConsumer {
  private timer: NodeJS.Timeout | undefined;
  private listening: ReturnType<ListenWhileTurningOptions['listen']> | undefined;
  private changing: Promise<void> = Promise.resolve();
  private isBusy = false;

  constructor(private readonly options: ListenWhileTurningOptions) {}

  start(): void {
    this.timer = setInterval(() => this.checkKeys(), this.options.everyMs);
    this.timer.unref();
    this.checkKeys();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.changing;
    await this.leave();
  }

  private checkKeys(): void {
    const isTurning = this.options.isTurning();
    if (this.isBusy || isTurning === (this.listening !== undefined)) return;
    this.isBusy = true;
    this.changing = (isTurning ? this.join() : this.leave()).finally(() => (this.isBusy = false));
  }

  private async join(): Promise<void> {
    const consumer = this.options.listen();
    consumer.on('deadLettered', ({ record, kind }) => metrics.countDeadLetter(record.topic, kind));
    try {
      await consumer.start();
      this.listening = consumer;
    } catch (error) {
      this.options.logger.warn({ error }, 'cannot consume seals yet');
      await consumer.close().catch(() => undefined);
    }
  }

  private async leave(): Promise<void> {
    const consumer = this.listening;
    this.listening = undefined;
    await consumer?.close().catch((error: unknown) => this.options.logger.warn({ error }, 'a consumer did not close'));
  }
}
