import { Fault } from '@payorch/kernel';
import { randomUUID } from 'node:crypto';
import type { Admin, Batch, Kafka } from 'kafkajs';
import { backoffMs, pause } from '../client/backoff';
import type { Log } from '../client/client';
import { type Assignment, GroupConsumer, type GroupTimes } from './group-consumer';

/** First and next offset of each partition at one moment. */
type Bounds = ReadonlyMap<number, { readonly low: bigint; readonly high: bigint }>;

export interface TopicReaderOptions {
  readonly kafka: Pick<Kafka, 'consumer' | 'admin'>;
  readonly log: Log;
  readonly topic: string;
  readonly from: 'beginning' | 'end';
  readonly times?: GroupTimes;
  readonly maxBytesPerPartition?: number;
  /** Synchronous, so that nothing delays a reply. Must not throw. */
  readonly onBatch: (batch: Batch) => void;
}

/**
 * Reads all of a topic for this process alone, in a group of its own that ends with it. The position is stored in
 * memory: a group without commits would otherwise begin at the end again after each loss of membership.
 */
export class TopicReader {
  private readonly next = new Map<number, bigint>();
  private readonly consumer: GroupConsumer;
  private readonly closed = new AbortController();
  private bounds: Bounds = new Map();
  private markCaughtUp!: () => void;
  /** Resolves when everything is read that was on the topic when this reader started. */
  readonly caughtUp = new Promise<void>((resolve) => (this.markCaughtUp = resolve));

  constructor(private readonly options: TopicReaderOptions) {
    const { kafka, log, topic, from, times, maxBytesPerPartition } = options;
    this.consumer = new GroupConsumer({
      kafka,
      log,
      groupId: () => `${topic}.${randomUUID()}`,
      topics: [topic],
      fromBeginning: from === 'beginning',
      ...(times && { times }),
      ...(maxBytesPerPartition !== undefined && { maxBytesPerPartition }),
      concurrency: () => 1,
      autoResolve: true,
      eachBatch: async ({ batch }) => this.take(batch),
      onAssignment: (assignment) => this.position(assignment),
    });
  }

  /** Resolves when every message written from now on will be read. */
  async start(): Promise<void> {
    this.bounds = await this.fetchBounds();
    for (const [partition, { low, high }] of this.bounds) {
      this.next.set(partition, this.options.from === 'end' ? high : low);
    }
    this.checkBounds();
    await this.consumer.start();
  }

  close(): Promise<void> {
    this.closed.abort();
    return this.consumer.close();
  }

  private take(batch: Batch): void {
    this.options.onBatch(batch);
    this.next.set(batch.partition, BigInt(batch.lastOffset()) + 1n);
    this.checkBounds();
  }

  private checkBounds(): void {
    const isBehind = [...this.bounds].some(([partition, { high }]) => (this.next.get(partition) ?? 0n) < high);
    if (!isBehind) this.markCaughtUp();
  }

  private position(assignment: Assignment): void {
    for (const partition of assignment[this.options.topic] ?? []) {
      const offset = this.next.get(partition);
      if (offset !== undefined) this.consumer.seek({ topic: this.options.topic, partition, offset: String(offset) });
    }
  }

  private async fetchBounds(): Promise<Bounds> {
    for (let attempt = 0; !this.closed.signal.aborted; attempt++) {
      const admin = this.options.kafka.admin();
      try {
        return await boundsOf(admin, this.options.topic);
      } catch (error) {
        this.options.log.warn({ err: error, topic: this.options.topic, attempt }, 'cannot read the topic yet');
        await pause(backoffMs(attempt), this.closed.signal);
      } finally {
        await admin.disconnect().catch(() => undefined);
      }
    }
    throw new Fault(`closed before ${this.options.topic} existed`);
  }
}

async function boundsOf(admin: Admin, topic: string): Promise<Bounds> {
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(topic);
  return new Map(offsets.map(({ partition, low, high }) => [partition, { low: BigInt(low), high: BigInt(high) }]));
}
