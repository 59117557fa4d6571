import type { Admin, Kafka } from 'kafkajs';
import type { Log } from './client';

export interface LagWatchOptions {
  readonly kafka: Pick<Kafka, 'admin'>;
  readonly log: Log;
  readonly groupId: string;
  readonly topics: readonly string[];
  readonly everyMs?: number;
  /** Messages of the topic, over all partitions, that the group has not committed. */
  readonly onLag: (topic: string, lag: number) => void;
}

/** Measures the lag of a group at intervals, for a gauge. */
export class LagWatch {
  private admin: Admin | null = null;
  private timer: NodeJS.Timeout | undefined;
  private pendingCheck: Promise<void> | null = null;

  constructor(private readonly options: LagWatchOptions) {}

  start(): void {
    this.timer = setInterval(() => {
      this.pendingCheck ??= this.checkLag().finally(() => (this.pendingCheck = null));
    }, this.options.everyMs ?? 5_000);
    this.timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.pendingCheck;
    await this.forget();
  }

  private async checkLag(): Promise<void> {
    try {
      const admin = await this.connected();
      const { groupId, topics, onLag } = this.options;
      const committed = await admin.fetchOffsets({ groupId, topics: [...topics] });
      for (const { topic, partitions } of committed) {
        const bounds = await admin.fetchTopicOffsets(topic);
        const lag = bounds.reduce((sum, { partition, low, high }) => {
          const offset = Number(partitions.find((of) => of.partition === partition)?.offset ?? -1);
          // A partition without a committed offset is read from its beginning.
          return sum + Number(high) - Math.max(offset, Number(low));
        }, 0);
        onLag(topic, lag);
      }
    } catch (error) {
      this.options.log.warn({ err: error, groupId: this.options.groupId }, 'cannot measure the lag');
      await this.forget();
    }
  }

  private async connected(): Promise<Admin> {
    if (this.admin) return this.admin;
    const admin = this.options.kafka.admin();
    await admin.connect();
    return (this.admin = admin);
  }

  private async forget(): Promise<void> {
    const admin = this.admin;
    this.admin = null;
    await admin?.disconnect().catch(() => undefined);
  }
}
