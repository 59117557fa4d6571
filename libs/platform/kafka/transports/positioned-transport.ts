import type { EachBatchPayload, Kafka } from 'kafkajs';
import { pause } from '../client/backoff';
import { type Assignment, GroupConsumer, type GroupTimes } from '../consume/group-consumer';
import { OffsetCommits, usualCommitEveryMs } from '../consume/offset-commits';
import type { RawRecord } from '../messages/codec';
import { KafkaTransport, type KafkaTransportOptions } from './kafka-transport';

/** Records of one partition that are not counted yet, in their order. */
export interface PositionedBatch {
  readonly partition: number;
  readonly records: readonly RawRecord[];
  /** The offset after the batch, from which the partition is read on. */
  readonly next: bigint;
}

/** Offsets by partition, each the first that is not counted yet; a partition without a position is absent. */
export type Positions = ReadonlyMap<number, bigint>;

export interface PositionedTransportOptions extends Omit<KafkaTransportOptions, 'topics'> {
  readonly kafka: Kafka;
  readonly topic: string;
  readonly times?: GroupTimes;
  /** The positions as they are stored beside what the batches changed. A rejected read is retried. */
  readonly positionsOf: (partitions: readonly number[]) => Promise<Positions>;
  /** Stores what follows from a batch, and its `next` as the position. A rejected batch is retried from the stored position. */
  readonly onBatch: (batch: PositionedBatch) => Promise<void>;
  /** How far back a partition without a position is read. */
  readonly historyMs: number;
  /** How often the stored positions are compared while no message arrives. */
  readonly checkEveryMs?: number;
  readonly retryMs?: number;
}

const gatherMs = 500;

/**
 * Reads one topic in a consumer group from positions that are stored beside the result, not from the group's offsets: where the
 * store lost its content or came back as of an earlier time, the topic is read again from there. Offsets are committed for the
 * lag alone.
 */
export class PositionedTransport extends KafkaTransport {
  protected readonly consumer: GroupConsumer;
  private readonly commits: OffsetCommits;
  private readonly closing = new AbortController();
  private checking: NodeJS.Timeout | undefined;
  private assigned: readonly number[] = [];
  /** The position that this instance stored last. */
  private readonly stored = new Map<number, bigint>();
  /** Where the reading of a partition was moved to; a gap behind that offset has no records. */
  private readonly sought = new Map<number, bigint>();
  private work: Promise<void> = Promise.resolve();
  private isStoreDown = false;

  constructor(private readonly options: PositionedTransportOptions) {
    super({ ...options, topics: [options.topic] });
    const { kafka, log, groupId, topic, times } = options;
    this.consumer = new GroupConsumer({
      kafka,
      log,
      groupId,
      topics: [topic],
      fromBeginning: true,
      // A batch costs two round trips to the store, however many records it has.
      gathers: true,
      times: { ...times, maxWaitMs: Math.min(times?.maxWaitMs ?? gatherMs, gatherMs) },
      concurrency: () => 1,
      autoResolve: false,
      eachBatch: (payload) => this.inTurn(() => this.eachBatch(payload)),
      onAssignment: (assignment) => this.onAssignment(assignment),
      onRebalancing: () => void this.commits.flush(),
    });
    this.commits = new OffsetCommits((offsets) => this.consumer.commit(offsets), log);
  }

  /** It takes whole records: no handler of the app belongs to it. */
  override get handles(): readonly string[] {
    return [];
  }

  async start(): Promise<void> {
    this.commits.start(usualCommitEveryMs);
    await this.consumer.start();
    this.checking = setInterval(() => void this.inTurn(() => this.check()), this.options.checkEveryMs ?? 1_000);
  }

  /** Finishes the batch under way, commits, leaves the group. */
  override async close(): Promise<void> {
    clearInterval(this.checking);
    this.closing.abort();
    await this.work.catch(() => undefined);
    this.commits.stop();
    await this.commits.flush();
    await this.consumer.close();
  }

  /** One batch or check at a time: a check must not move a partition whose batch is being stored. */
  private inTurn(step: () => Promise<void>): Promise<void> {
    const turn = this.work.catch(() => undefined).then(step);
    this.work = turn;
    return turn;
  }

  private onAssignment(assignment: Assignment): void {
    const { topic } = this.options;
    this.assigned = assignment[topic] ?? [];
    this.stored.clear();
    this.sought.clear();
    this.commits.retain((name, partition) => name === topic && this.assigned.includes(partition));
    this.events.emit('assigned', this.assigned);
  }

  private async eachBatch({ batch, resolveOffset, heartbeat, isRunning, isStale }: EachBatchPayload): Promise<void> {
    const { partition } = batch;
    const [first, next] = [BigInt(batch.firstOffset() ?? batch.lastOffset()), BigInt(batch.lastOffset()) + 1n];
    while (!this.closing.signal.aborted && isRunning() && !isStale()) {
      try {
        const position = await this.positionOf(partition);
        if (position < first && this.sought.get(partition) !== position) return this.seek(partition, position);
        await this.store(partition, batch.messages, position, next);
        this.noteStore();
        resolveOffset(batch.lastOffset());
        this.commits.mark(batch.topic, partition, next);
        return;
      } catch (error) {
        this.noteStore(error as Error);
      }
      await pause(this.options.retryMs ?? 500, this.closing.signal);
      // Rejects when the group has assigned the partition anew: the client then rejoins.
      await heartbeat();
    }
  }

  private async store(
    partition: number,
    messages: EachBatchPayload['batch']['messages'],
    position: bigint,
    next: bigint,
  ): Promise<void> {
    if (next > position) {
      const fresh = messages.filter(({ offset }) => BigInt(offset) >= position);
      const records = fresh.map((message) => ({ ...message, topic: this.options.topic, partition }));
      await this.options.onBatch({ partition, records, next });
      this.stored.set(partition, next);
    }
    this.sought.delete(partition);
  }

  /** Moves a partition whose stored position is gone or behind, also while no message arrives. */
  private async check(): Promise<void> {
    if (this.closing.signal.aborted || this.assigned.length === 0) return;
    try {
      const positions = await this.options.positionsOf(this.assigned);
      this.noteStore();
      for (const partition of this.assigned) {
        const [position, stored] = [positions.get(partition), this.stored.get(partition)];
        const isGone = position === undefined && this.sought.get(partition) === undefined;
        if (isGone || (position !== undefined && stored !== undefined && position < stored))
          this.seek(partition, position ?? (await this.historyOf(partition)));
      }
    } catch (error) {
      this.noteStore(error as Error);
    }
  }

  private async positionOf(partition: number): Promise<bigint> {
    const positions = await this.options.positionsOf([partition]);
    return positions.get(partition) ?? this.sought.get(partition) ?? (await this.historyOf(partition));
  }

  private async historyOf(partition: number): Promise<bigint> {
    const { kafka, topic, historyMs } = this.options;
    const admin = kafka.admin();
    try {
      await admin.connect();
      const offsets = await admin.fetchTopicOffsetsByTimestamp(topic, Date.now() - historyMs);
      return BigInt(offsets.find((one) => one.partition === partition)?.offset ?? 0);
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }

  private seek(partition: number, position: bigint): void {
    this.sought.set(partition, position);
    this.stored.delete(partition);
    this.consumer.seek({ topic: this.options.topic, partition, offset: String(position) });
  }

  /** Logged once per outage. */
  private noteStore(error?: Error): void {
    if (error && !this.isStoreDown)
      this.log.warn({ err: error, topic: this.options.topic }, 'a batch is not stored; retrying');
    if (!error && this.isStoreDown) this.log.info({ topic: this.options.topic }, 'batches are stored again');
    this.isStoreDown = error !== undefined;
  }
}
