import type { Consumer, ConsumerConfig, EachBatchPayload, Kafka, PartitionAssigner } from 'kafkajs';
import { backoffMs, pause } from '../client/backoff';
import type { Log } from '../client/client';

/** Partitions by topic. */
export type Assignment = Readonly<Record<string, readonly number[]>>;

export interface Offset {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
}

/** Times of a group member. A killed member retains its partitions until its session times out. */
export interface GroupTimes {
  /** Below 6 s the broker must allow it. */
  readonly sessionTimeoutMs?: number;
  readonly heartbeatMs?: number;
  /** Maximum wait of an idle fetch; also the delay after which a pause or a resumption takes effect. */
  readonly maxWaitMs?: number;
}

/** The size at which a fetch of a consumer that gathers does not wait any longer: less than one partition may bring, so a backlog is read without waits. */
const gatheredBytes = 262_144;

export interface GroupConsumerOptions {
  readonly kafka: Pick<Kafka, 'consumer'>;
  readonly log: Log;
  /**
   * Called for each new consumer: a group of one takes another name after a crash and need not wait for its former
   * member.
   */
  readonly groupId: string | (() => string);
  readonly topics: readonly string[];
  readonly fromBeginning: boolean;
  readonly times?: GroupTimes;
  readonly assigner?: PartitionAssigner;
  readonly maxBytesPerPartition?: number;
  /** A fetch waits for more messages: fewer, larger batches, each up to `maxWaitMs` later. */
  readonly gathers?: boolean;
  /** The number of concurrent `eachBatch` calls: as many batches as one fetch may bring. */
  readonly concurrency: () => number;
  /** Whether a batch counts as read when `eachBatch` returns; otherwise `resolveOffset` reports the progress. */
  readonly autoResolve: boolean;
  readonly eachBatch: (payload: EachBatchPayload) => Promise<void>;
  /**
   * Called in the turn of the assignment, before the next fetch. If the member id is unchanged, no other member had a
   * retained partition in between.
   */
  readonly onAssignment?: (assignment: Assignment, memberId: string) => void;
  readonly onRebalancing?: () => void;
}

/**
 * A member of a consumer group that recovers by itself: when the client library gives up, a new consumer replaces the
 * failed one. Only `commit` commits offsets: the library would wait for the broker after every batch.
 */
export class GroupConsumer {
  private consumer: Consumer | null = null;
  private readonly closed = new AbortController();
  private joined!: () => void;
  private readonly firstJoin = new Promise<void>((resolve) => (this.joined = resolve));

  constructor(private readonly options: GroupConsumerOptions) {}

  /** Resolves after the group has assigned partitions to this member. Waits for the broker without a limit. */
  async start(): Promise<void> {
    await this.build();
    await this.firstJoin;
  }

  async commit(offsets: readonly Offset[]): Promise<void> {
    if (offsets.length > 0) await this.consumer?.commitOffsets([...offsets]);
  }

  seek(offset: Offset): void {
    this.consumer?.seek(offset);
  }

  pause(topic: string, partition: number): void {
    this.consumer?.pause([{ topic, partitions: [partition] }]);
  }

  resume(topic: string, partition: number): void {
    this.consumer?.resume([{ topic, partitions: [partition] }]);
  }

  /** Leaves the group, which then reassigns its partitions at once. Every `eachBatch` must have settled before. */
  async close(): Promise<void> {
    this.closed.abort();
    this.joined();
    const consumer = this.consumer;
    this.consumer = null;
    await consumer
      ?.disconnect()
      .catch((error: Error) => this.options.log.warn({ err: error }, 'cannot leave the group'));
  }

  private async build(): Promise<void> {
    for (let attempt = 0; !this.closed.signal.aborted; attempt++) {
      const groupId = this.groupId();
      const consumer = this.options.kafka.consumer(this.config(groupId));
      this.consumer = consumer;
      this.watch(consumer, groupId);
      try {
        await this.run(consumer);
        // Closed while it was joining: it must not stay a member.
        if (this.closed.signal.aborted) await consumer.disconnect();
        return;
      } catch (error) {
        this.options.log.warn({ err: error, groupId, attempt }, 'cannot join the group yet');
        await consumer.disconnect().catch(() => undefined);
        await pause(backoffMs(attempt), this.closed.signal);
      }
    }
  }

  private async run(consumer: Consumer): Promise<void> {
    const { topics, fromBeginning, concurrency, autoResolve, eachBatch } = this.options;
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: autoResolve,
      partitionsConsumedConcurrently: concurrency(),
      eachBatch,
    });
  }

  private groupId(): string {
    const { groupId } = this.options;
    return typeof groupId === 'string' ? groupId : groupId();
  }

  private watch(consumer: Consumer, groupId: string): void {
    const { log } = this.options;
    const { GROUP_JOIN, REBALANCING, CRASH } = consumer.events;
    consumer.on(GROUP_JOIN, ({ payload }) => {
      if (this.consumer !== consumer) return;
      log.debug({ groupId, assignment: payload.memberAssignment }, 'joined the group');
      this.options.onAssignment?.(payload.memberAssignment, payload.memberId);
      this.joined();
    });
    consumer.on(REBALANCING, () => this.options.onRebalancing?.());
    consumer.on(CRASH, ({ payload }) => {
      log.warn({ err: payload.error, groupId }, 'the consumer crashed; a new one joins');
      if (this.consumer !== consumer || this.closed.signal.aborted) return;
      void pause(backoffMs(3), this.closed.signal).then(() => this.build());
    });
  }

  private config(groupId: string): ConsumerConfig {
    const { times, assigner, maxBytesPerPartition, gathers } = this.options;
    return {
      groupId,
      sessionTimeout: times?.sessionTimeoutMs ?? 6_000,
      heartbeatInterval: times?.heartbeatMs ?? 1_500,
      maxWaitTimeInMs: times?.maxWaitMs ?? 500,
      minBytes: gathers ? gatheredBytes : 1,
      ...(maxBytesPerPartition !== undefined && { maxBytesPerPartition }),
      ...(assigner && { partitionAssigners: [assigner] }),
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: () => Promise.resolve(false) },
    };
  }
}
