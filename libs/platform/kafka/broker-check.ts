import type { Admin, Kafka } from 'kafkajs';

/** Asks the cluster who it is, over a connection of its own that it keeps; for readiness. */
export class BrokerCheck {
  private admin: Admin | null = null;
  private asking: Promise<void> | null = null;

  constructor(private readonly kafka: Pick<Kafka, 'admin'>) {}

  /** Resolves when a broker answers. However many wait, one question is under way. */
  check(): Promise<void> {
    return (this.asking ??= this.ask().finally(() => (this.asking = null)));
  }

  async close(): Promise<void> {
    await this.forget();
  }

  private async ask(): Promise<void> {
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
