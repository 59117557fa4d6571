import { Fault, InvariantError } from '@payorch/kernel';
import { isTracing } from '@payorch/platform/tracing';
import type { Batch, EachBatchPayload, Kafka } from 'kafkajs';
import { backoffMs, pause } from '../client/backoff';
import { coPartitionAssigner } from '../consume/co-partition-assigner';
import { decode, Unreadable } from '../messages/codec';
import { inSpans } from '../messages/message-spans';
import type { Incoming } from '../messages/envelope';
import { type Assignment, GroupConsumer, type GroupTimes } from '../consume/group-consumer';
import { KafkaTransport, type KafkaTransportOptions } from './kafka-transport';
import type { Handle, Poison } from './message-server';
import { OffsetCommits, usualCommitEveryMs } from '../consume/offset-commits';
import { Rounds } from './rounds';

/**
 * Its `topics` have the same keys and equal partition counts: partition n of each topic is assigned to the same
 * instance.
 */
export interface BatchTransportOptions<Context, Result> extends KafkaTransportOptions {
  readonly kafka: Kafka;
  /**
   * Handles all messages that arrived, as one batch, with their handlers; never called concurrently. A rejected batch is
   * retried unchanged.
   */
  readonly onBatch: (batch: Incoming[], handle: Handle<Context, Result>) => Promise<void>;
  /** Awaited before the first message of these partitions is delivered. */
  readonly onAssigned?: (partitions: readonly number[]) => Promise<void>;
  readonly onRevoked?: (partitions: readonly number[]) => Promise<void>;
  /** Local work such as due jobs: queried before each batch and after `requestRound`. */
  readonly localSource?: () => Promise<Incoming[]>;
  /** The topic of the messages of `localSource`, which no broker has. */
  readonly localTopic?: string;
  readonly maxBatch?: number;
  readonly commitEveryMs?: number;
  readonly drainMs?: number;
  readonly times?: GroupTimes;
}

type Item = Incoming | Poison;
const rejoinsAfter = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
]);
const isPoison = (item: Item): item is Poison => 'cause' in item;

/**
 * Delivers all messages of all topics and partitions to a stateful service as one batch, so that the messages share one
 * commit. Offsets are committed only after durable work; delivery is at least once.
 */
export class BatchTransport<Context = unknown, Result = unknown> extends KafkaTransport<Context, Result> {
  protected readonly consumer: GroupConsumer;
  private readonly rounds: Rounds<Item>;
  private readonly commits: OffsetCommits;
  private readonly closing = new AbortController();
  private batchesAtOnce = 1;
  private beating: NodeJS.Timeout | undefined;
  /** The group membership of the last batch, and the last answer of the group about it. */
  private membership: Pick<EachBatchPayload, 'heartbeat' | 'isRunning'> | null = null;
  private groupFault: Error | null = null;
  private memberId = '';
  /** The partitions that the group assigned, and the partitions that the service was notified of. */
  private assigned: readonly number[] = [];
  private announced: readonly number[] = [];
  private lost: readonly number[] = [];

  constructor(private readonly options: BatchTransportOptions<Context, Result>) {
    super(options);
    const { kafka, log, groupId, topics, times } = options;
    this.consumer = new GroupConsumer({
      kafka,
      log,
      groupId,
      topics,
      fromBeginning: true,
      ...(times && { times }),
      assigner: coPartitionAssigner(() => this.assigned),
      concurrency: () => this.batchesAtOnce,
      autoResolve: false,
      eachBatch: (payload) => this.eachBatch(payload),
      onAssignment: (assignment, memberId) => this.onAssignment(assignment, memberId),
      onRebalancing: () => void this.commits.flush(),
    });
    this.commits = new OffsetCommits((offsets) => this.consumer.commit(offsets), log);
    this.rounds = new Rounds<Item>({
      maxBatch: options.maxBatch ?? 1_000,
      prepare: () => this.announce(),
      localItems: async () => (await options.localSource?.()) ?? [],
      handle: (batch) => this.handleBatch(batch),
      onFault: (error, attempt) => this.log.error({ err: error, attempt }, 'a batch failed; retrying'),
    });
  }

  override get handles(): readonly string[] {
    const { topics, localTopic } = this.options;
    return localTopic === undefined ? topics : [...topics, localTopic];
  }

  async start(): Promise<void> {
    const { topics, times, commitEveryMs = usualCommitEveryMs } = this.options;
    // One fetch may bring a batch of each partition: only batches that are delivered concurrently can be merged.
    this.batchesAtOnce = topics.length * (await this.countPartitions());
    this.commits.start(commitEveryMs);
    this.beating = setInterval(() => void this.beat(), (times?.heartbeatMs ?? 1_500) / 2);
    await this.consumer.start();
  }

  /** Queries `localSource` now instead of with the next message. */
  requestRound(): void {
    this.rounds.requestRound();
  }

  /** Finishes the batch under way, commits, leaves the group. */
  override async close(): Promise<void> {
    this.closing.abort();
    const isDone = await this.rounds.close(this.options.drainMs ?? 25_000);
    if (!isDone) this.log.warn({}, 'a batch did not finish in time; it will be redelivered');
    this.commits.stop();
    await this.commits.flush();
    await this.consumer.close();
    clearInterval(this.beating);
  }

  private async eachBatch({ batch, resolveOffset, heartbeat, isRunning }: EachBatchPayload): Promise<void> {
    if (!isRunning()) return;
    this.membership = { heartbeat, isRunning };
    const isHandled = await this.rounds.add(this.read(batch));
    if (isHandled) {
      resolveOffset(batch.lastOffset());
      this.commits.mark(batch.topic, batch.partition, BigInt(batch.lastOffset()) + 1n);
    }
    if (!this.groupFault) {
      // Abandoned because the transport closes: without a pause the client would fetch the same records repeatedly
      // until it has left.
      if (!isHandled) await pause(100);
      return;
    }
    // Rejoin only now, after the batch: no other instance begins on these keys while this batch is running.
    await this.commits.flush();
    throw this.groupFault;
  }

  private read({ topic, partition, messages }: Batch): Item[] {
    return messages.map((message) => {
      const record = { ...message, topic, partition };
      const read = decode(this.registry, record, this.reads.seals);
      return read instanceof Unreadable ? this.poisonOf(record, read) : read;
    });
  }

  private async handleBatch(batch: readonly Item[]): Promise<void> {
    const readable = batch.filter((item): item is Incoming => !isPoison(item));
    const { onBatch } = this.options;
    if (readable.length > 0)
      await (isTracing() ? inSpans(readable, (batch) => onBatch(batch, this.handle)) : onBatch(readable, this.handle));
    await this.deadLetter(batch.filter(isPoison));
  }

  /**
   * Stays in the group during long work, such as a database outage. A crashed consumer joins again as another member: a
   * heartbeat for its former member would make the group wait for that member until the rebalance times out.
   */
  private async beat(): Promise<void> {
    if (!this.membership?.isRunning()) return;
    try {
      await this.membership.heartbeat();
    } catch (error) {
      // Only errors after which the client rejoins end the heartbeats; after a lost connection the next heartbeat is
      // sent.
      if (!rejoinsAfter.has((error as { type?: string }).type ?? '')) return;
      this.groupFault ??= error as Error;
      this.rounds.abandon();
    }
  }

  private onAssignment(assignment: Assignment, memberId: string): void {
    this.rounds.abandon();
    const partitions = [...new Set(Object.values(assignment).flat())].sort((a, b) => a - b);
    // With another member id, another instance may have had our partitions meanwhile: then all of them are newly
    // assigned.
    if (memberId !== this.memberId) this.forget(this.announced);
    this.forget(this.announced.filter((partition) => !partitions.includes(partition)));
    this.memberId = memberId;
    this.assigned = partitions;
    this.commits.retain((topic, partition) => assignment[topic]?.includes(partition) ?? false);
    this.membership = null;
    this.groupFault = null;
    this.events.emit('assigned', partitions);
    this.rounds.resume();
  }

  private forget(partitions: readonly number[]): void {
    this.lost = [...new Set([...this.lost, ...partitions])];
    this.announced = this.announced.filter((partition) => !partitions.includes(partition));
  }

  private async announce(): Promise<void> {
    const { lost, assigned } = this;
    if (lost.length > 0) {
      await this.options.onRevoked?.(lost);
      this.lost = this.lost.filter((partition) => !lost.includes(partition));
    }
    const gained = assigned.filter((partition) => !this.announced.includes(partition));
    if (gained.length === 0) return;
    await this.options.onAssigned?.(gained);
    this.announced = [...this.announced, ...gained].filter((partition) => this.assigned.includes(partition));
  }

  private async countPartitions(): Promise<number> {
    const { kafka, topics, log } = this.options;
    for (let attempt = 0; !this.closing.signal.aborted; attempt++) {
      const admin = kafka.admin();
      try {
        await admin.connect();
        const { topics: found } = await admin.fetchTopicMetadata({ topics: [...topics] });
        return equalCount(found.map(({ name, partitions }) => [name, partitions.length]));
      } catch (error) {
        if (error instanceof InvariantError) throw error;
        log.warn({ err: error, topics, attempt }, 'cannot read the topics yet');
        await pause(backoffMs(attempt), this.closing.signal);
      } finally {
        await admin.disconnect().catch(() => undefined);
      }
    }
    throw new Fault('closed before its topics existed');
  }
}

function equalCount(counts: readonly (readonly [string, number])[]): number {
  const distinct = new Set(counts.map(([, count]) => count));
  if (distinct.size === 1) return [...distinct][0]!;
  throw new InvariantError(`topics of one service need equal partition counts: ${JSON.stringify(counts)}`);
}
