import { PeriodicWorker } from '@payorch/platform/lifecycle';
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
export class LagWatch extends PeriodicWorker {
  private admin: Admin | null = null;

  constructor(private readonly options: LagWatchOptions) {
    super({ everyMs: options.everyMs, isDueAtStart: true });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.forget();
  }

  async round(): Promise<void> {
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
