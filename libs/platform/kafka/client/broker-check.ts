import type { Admin, Kafka } from 'kafkajs';

/** Requests the cluster's description over a connection of its own; for readiness. */
export class BrokerCheck {
  private admin: Admin | null = null;
  private pendingCheck: Promise<void> | null = null;

  constructor(private readonly kafka: Pick<Kafka, 'admin'>) {}

  /** Resolves when a broker answers. Concurrent callers share one request. */
  check(): Promise<void> {
    return (this.pendingCheck ??= this.describeCluster().finally(() => (this.pendingCheck = null)));
  }

  async close(): Promise<void> {
    await this.forget();
  }

  private async describeCluster(): Promise<void> {
    try {
      this.admin ??= await this.connected();
      await this.admin.describeCluster();
    } catch (error) {
      await this.forget();
      throw error;
    }
  }

  private async connected(): Promise<Admin> {
    const admin = this.kafka.admin({ retry: { retries: 1 } });
    await admin.connect();
    return admin;
  }

  private async forget(): Promise<void> {
    const { admin } = this;
    this.admin = null;
    await admin?.disconnect().catch(() => undefined);
  }
}
