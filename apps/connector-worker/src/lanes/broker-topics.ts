import type { Broker } from '@payorch/platform/kafka';
import type { Admin } from 'kafkajs';
import type { Lane } from '@payorch/contracts';
import type { LaneOffsets, Offsets } from './lane-moves';

/** What a worker asks the broker about its topics, over one connection that is made again after a fault. */
export class BrokerTopics implements LaneOffsets {
  private connected: Promise<Admin> | undefined;

  constructor(private readonly broker: Pick<Broker, 'kafka' | 'log'>) {}

  /** The names of all topics; undefined: the broker does not answer now. */
  async list(): Promise<readonly string[] | undefined> {
    try {
      return await this.ask((admin) => admin.listTopics());
    } catch (error) {
      this.broker.log.warn({ err: error }, 'the topics of the broker cannot be read; the worker retries');
      return undefined;
    }
  }

  async ends({ commands }: Lane): Promise<Offsets> {
    const offsets = await this.ask((admin) => admin.fetchTopicOffsets(commands));
    return new Map(offsets.map(({ partition, high }) => [partition, BigInt(high)]));
  }

  async handled({ commands, groupId }: Lane): Promise<Offsets> {
    const [of] = await this.ask((admin) => admin.fetchOffsets({ groupId, topics: [commands] }));
    return new Map((of?.partitions ?? []).map(({ partition, offset }) => [partition, BigInt(offset)]));
  }

  async close(): Promise<void> {
    const admin = await this.connected?.catch(() => undefined);
    this.connected = undefined;
    await admin?.disconnect().catch(() => undefined);
  }

  private async ask<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    try {
      return await work(await (this.connected ??= this.connect()));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  private async connect(): Promise<Admin> {
    const admin = this.broker.kafka.admin({ retry: { retries: 1 } });
    await admin.connect();
    return admin;
  }
}
