import type { Admin, Kafka } from 'kafkajs';
import { readBrokerLag, type BrokerLag } from './broker-lag';
import type { Log } from './client';

export interface LagWatchOptions {
  readonly kafka: Pick<Kafka, 'admin'>;
  readonly log: Log;
  readonly everyMs: number;
  readonly onLag: (lag: BrokerLag) => void;
  /** The broker did not answer: the lag is not known. */
  readonly onUnknown: () => void;
}

/** Measures the lag of all groups at the broker, now and at intervals, for gauges. */
export class LagWatch {
  private admin: Admin | null = null;
  private timer: NodeJS.Timeout | undefined;
  private pendingCheck: Promise<void> | null = null;

  constructor(private readonly options: LagWatchOptions) {}

  start(): void {
    this.timer = setInterval(() => this.check(), this.options.everyMs);
    this.timer.unref();
    this.check();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.pendingCheck;
    await this.forget();
  }

  /** One measurement at a time: a slow broker is not asked again meanwhile. */
  private check(): void {
    this.pendingCheck ??= this.measure().finally(() => (this.pendingCheck = null));
  }

  private async measure(): Promise<void> {
    const { log, onLag, onUnknown } = this.options;
    try {
      onLag(await readBrokerLag((this.admin ??= await this.connected())));
    } catch (error) {
      log.warn({ err: error }, 'cannot measure the lag');
      onUnknown();
      await this.forget();
    }
  }

  private async connected(): Promise<Admin> {
    const admin = this.options.kafka.admin({ retry: { retries: 1 } });
    await admin.connect();
    return admin;
  }

  private async forget(): Promise<void> {
    const { admin } = this;
    this.admin = null;
    await admin?.disconnect().catch(() => undefined);
  }
}
