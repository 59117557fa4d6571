import type { KeyedDelivery, KeyedTransportOptions } from '@payorch/platform/kafka';
import { KeyedTransport, MessageServer } from '@payorch/platform/kafka';
import { metrics } from '@payorch/platform/telemetry';

export interface RotationOptions extends KeyedTransportOptions {
  readonly isTurning: () => boolean;
  /** The interval between two looks at the key list; in ms. */
  readonly everyMs: number;
}

type Consumer = Pick<KeyedTransport, 'start' | 'close' | 'on' | 'addHandler'>;

/**
 * Consumes messages about seals only while a key list contains several keys; at other times it costs nothing. One
 * message at a time: payments take precedence.
 */
export class RotationTransport extends MessageServer<KeyedDelivery, void> {
  private timer: NodeJS.Timeout | undefined;
  private consumer: Consumer | undefined;
  private changing: Promise<void> = Promise.resolve();
  private isBusy = false;

  /** `open` makes a new consumer, not started yet. */
  constructor(
    private readonly options: RotationOptions,
    private readonly open: () => Consumer = () => new KeyedTransport({ ...options, cap: 1 }),
  ) {
    super();
  }

  get handles(): readonly string[] {
    return this.options.topics;
  }

  override listen(callback: () => void): void {
    this.timer = setInterval(() => this.checkKeys(), this.options.everyMs);
    this.timer.unref();
    this.checkKeys();
    callback();
  }

  override async close(): Promise<void> {
    clearInterval(this.timer);
    await this.changing;
    await this.leave();
  }

  override unwrap<T>(): T {
    return this.consumer as T;
  }

  private checkKeys(): void {
    const isTurning = this.options.isTurning();
    if (this.isBusy || isTurning === (this.consumer !== undefined)) return;
    this.isBusy = true;
    this.changing = (isTurning ? this.join() : this.leave()).finally(() => (this.isBusy = false));
  }

  private async join(): Promise<void> {
    const consumer = this.open();
    for (const [name, handler] of this.messageHandlers) consumer.addHandler(name, handler, false, handler.extras);
    consumer.on('deadLettered', ({ record, kind }) => metrics.countDeadLetter(record.topic, kind));
    try {
      await consumer.start();
      this.consumer = consumer;
    } catch (error) {
      this.options.log.warn({ error }, 'cannot consume seals yet');
      await consumer.close().catch(() => undefined);
    }
  }

  private async leave(): Promise<void> {
    const { consumer } = this;
    this.consumer = undefined;
    await consumer?.close().catch((error: unknown) => this.options.log.warn({ error }, 'a consumer did not close'));
  }
}
