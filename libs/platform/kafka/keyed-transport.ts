import type { EachBatchPayload, Kafka } from 'kafkajs';
import { pause, settlesWithin } from './backoff';
import type { Log } from './client';
import { decode, type RawRecord, Unreadable } from './codec';
import type { Incoming } from './envelope';
import { type Assignment, GroupConsumer, type GroupTimes } from './group-consumer';
import { KafkaTransport } from './kafka-transport';
import { type LaneLoad, Lanes } from './lanes';
import { OffsetCommits, usualCommitEveryMs } from './offset-commits';
import { OffsetTracker } from './offset-tracker';
import type { MessageProducer } from './producer';
import type { MessageRegistry } from './registry';
import { persist } from './persist';

export interface KeyedTransportOptions {
  readonly kafka: Pick<Kafka, 'consumer'>;
  readonly log: Log;
  /** Parks what cannot be read or never succeeds. */
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly groupId: string;
  readonly topics: readonly string[];
  readonly registry: MessageRegistry;
  readonly handler: (incoming: Incoming) => Promise<void>;
  /** Gets, instead of the handler, a message whose deadline passed before its turn came. */
  readonly onExpired: (incoming: Incoming) => Promise<void>;
  /** What shares one cap, such as one connector's topics; by default each topic by itself. */
  readonly laneOf?: (topic: string) => string;
  /** How many messages of a lane are handled at once. */
  readonly cap?: number;
  /** A fault of the world: tried again for ever, as opposed to one that is parked after `attempts`. */
  readonly isTransient?: (error: Error) => boolean;
  readonly attempts?: number;
  readonly commitEveryMs?: number;
  readonly drainMs?: number;
  readonly times?: GroupTimes;
}

/** One partition as long as this member has it. */
class Slot {
  isPaused = false;
  readonly lost = new AbortController();
  constructor(
    readonly topic: string,
    readonly partition: number,
    readonly tracker: OffsetTracker,
  ) {}
}

interface Task {
  readonly slot: Slot;
  readonly offset: bigint;
  readonly record: RawRecord;
  readonly read: Incoming | Unreadable;
}

/** Unfinished messages of a partition that are let in at most: what comes again after a crash. */
const maxSpan = 10_000;
/** Small fetches, since all that is fetched waits in memory. A larger message still arrives, alone. */
const fetchBytes = 256 * 1024;

/**
 * Handles messages side by side, those of one key in order, so that slow work (a processor's answer) holds up nobody else.
 * Offsets are committed up to the lowest unfinished message. Where too much waits, the partition is paused.
 */
export class KeyedTransport extends KafkaTransport {
  readonly reads: Pick<KeyedTransportOptions, 'groupId' | 'topics'>;
  protected readonly consumer: GroupConsumer;
  private readonly slots = new Map<string, Slot>();
  private readonly lanes: Lanes<Task>;
  private readonly commits: OffsetCommits;
  private readonly laneOf: (topic: string) => string;
  private readonly maxQueued: number;
  private memberId = '';
  private isClosing = false;

  constructor(private readonly options: KeyedTransportOptions) {
    super(options.log, options.producer);
    this.reads = options;
    const { kafka, log, groupId, topics, times, cap = 256 } = options;
    this.laneOf = options.laneOf ?? ((topic) => topic);
    this.maxQueued = 2 * cap;
    this.lanes = new Lanes<Task>({
      cap,
      run: (task) => this.run(task),
      onFinished: (lane) => this.resumeWhereRoom(lane),
    });
    this.commits = new OffsetCommits((offsets) => this.consumer.commit(offsets), log);
    this.consumer = new GroupConsumer({
      kafka,
      log,
      groupId,
      topics,
      fromBeginning: true,
      ...(times && { times }),
      maxBytesPerPartition: fetchBytes,
      concurrency: () => 1,
      autoResolve: false,
      eachBatch: (payload) => this.eachBatch(payload),
      onAssignment: (assignment, memberId) => this.onAssignment(assignment, memberId),
      onRebalancing: () => this.onRebalancing(),
    });
  }

  async start(): Promise<void> {
    this.commits.start(this.options.commitEveryMs ?? usualCommitEveryMs, () => this.collectProgress());
    await this.consumer.start();
  }

  /** What runs and what waits, by lane. */
  load(): ReadonlyMap<string, LaneLoad> {
    return this.lanes.load();
  }

  /** Begins nothing more, waits for what runs, commits, leaves the group. What had not begun comes again elsewhere. */
  override async close(): Promise<void> {
    this.isClosing = true;
    this.lanes.hold();
    for (const slot of this.slots.values()) this.pauseSlot(slot);
    const isIdle = await settlesWithin(this.lanes.idle(), this.options.drainMs ?? 25_000);
    if (!isIdle) this.log.warn({}, 'some messages were not finished in time; they will come again');
    this.commits.stop();
    this.collectProgress();
    await this.commits.flush();
    for (const slot of this.slots.values()) slot.lost.abort();
    await this.consumer.close();
  }

  /** Never waits for a handler: a lane that is full must not keep the others from being fetched. */
  private eachBatch({ batch, resolveOffset, isRunning }: EachBatchPayload): Promise<void> {
    const { topic, partition, messages } = batch;
    if (!isRunning()) return Promise.resolve();
    // A partition that came too late to be paused would be fetched over and over until we have left.
    if (this.isClosing) return pause(100);
    const slot = this.slot(topic, partition, BigInt(batch.firstOffset() ?? messages[0]!.offset));
    for (const message of messages) {
      const offset = BigInt(message.offset);
      if (!slot.tracker.begin(offset)) continue;
      const record = { ...message, topic, partition };
      const key = message.key === null ? null : `${topic}/${partition}/${message.key.toString('latin1')}`;
      this.lanes.add(this.laneOf(topic), key, { slot, offset, record, read: decode(this.options.registry, record) });
    }
    // Moves only what is fetched next; committed is what is done.
    resolveOffset(batch.lastOffset());
    slot.tracker.skipTo(BigInt(batch.lastOffset()) + 1n);
    if (this.lanes.queued(this.laneOf(topic)) >= this.maxQueued || slot.tracker.span >= maxSpan) this.pauseSlot(slot);
    return Promise.resolve();
  }

  private async run({ slot, offset, record, read }: Task): Promise<void> {
    const { signal } = slot.lost;
    if (signal.aborted) return;
    const isDone = await persist({
      work: this.workOf(record, read),
      park: (cause) => this.park([{ record, cause }]),
      attempts: this.options.attempts ?? 5,
      isTransient: this.options.isTransient ?? (() => false),
      isOver: () => signal.aborted || this.isClosing,
      signal,
      onFault: (error, attempt) => this.log.warn({ err: error, attempt, ...originOf(record) }, 'a message failed'),
    });
    if (isDone) slot.tracker.done(offset);
  }

  /** Chosen once: work that has begun in time may be tried again past its deadline. */
  private workOf(record: RawRecord, read: Incoming | Unreadable): () => Promise<void> {
    if (read instanceof Unreadable) return () => this.park([{ record, cause: read.cause }]);
    const { deadline } = read.context;
    const isExpired = deadline !== undefined && deadline.getTime() < Date.now();
    return isExpired ? () => this.options.onExpired(read) : () => this.options.handler(read);
  }

  private slot(topic: string, partition: number, first: bigint): Slot {
    const name = `${topic}/${partition}`;
    const known = this.slots.get(name);
    if (known) return known;
    const slot = new Slot(topic, partition, new OffsetTracker(first));
    this.slots.set(name, slot);
    return slot;
  }

  private onRebalancing(): void {
    // Whose the waiting messages are will be known in a moment.
    this.lanes.hold();
    this.collectProgress();
    void this.commits.flush();
  }

  private onAssignment(assignment: Assignment, memberId: string): void {
    const isSameMember = memberId === this.memberId;
    this.memberId = memberId;
    for (const [name, slot] of this.slots) {
      // Under another member id somebody else may have gone on with a partition that we have again.
      if (isSameMember && assignment[slot.topic]?.includes(slot.partition)) continue;
      this.resumeSlot(slot);
      slot.lost.abort();
      this.slots.delete(name);
    }
    this.lanes.drop(({ slot }) => slot.lost.signal.aborted);
    this.commits.retain((topic, partition) => this.slots.has(`${topic}/${partition}`));
    this.events.emit('assigned', [...new Set(Object.values(assignment).flat())]);
    if (!this.isClosing) this.lanes.release();
  }

  private pauseSlot(slot: Slot): void {
    if (slot.isPaused) return;
    slot.isPaused = true;
    this.consumer.pause(slot.topic, slot.partition);
  }

  private resumeSlot(slot: Slot): void {
    if (!slot.isPaused) return;
    slot.isPaused = false;
    this.consumer.resume(slot.topic, slot.partition);
  }

  /** At half of what made it pause: the next fetch takes a moment to notice. */
  private resumeWhereRoom(lane: string): void {
    if (this.isClosing || this.lanes.queued(lane) > this.maxQueued / 2) return;
    for (const slot of this.slots.values()) {
      if (slot.isPaused && this.laneOf(slot.topic) === lane && slot.tracker.span < maxSpan / 2) this.resumeSlot(slot);
    }
  }

  private collectProgress(): void {
    for (const { topic, partition, tracker } of this.slots.values()) {
      const next = tracker.takeProgress();
      if (next !== null) this.commits.mark(topic, partition, next);
    }
  }
}

const originOf = ({ topic, partition, offset }: RawRecord) => ({ topic, partition, offset });
