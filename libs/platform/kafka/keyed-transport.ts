import type { EachBatchPayload, Kafka } from 'kafkajs';
import { pause, settlesWithin } from './backoff';
import type { Log } from './client';
import { decode, type RawRecord, Unreadable } from './codec';
import type { Incoming } from './envelope';
import { type Assignment, GroupConsumer, type GroupTimes } from './group-consumer';
import { KafkaTransport } from './kafka-transport';
import { type LaneLoad, Lanes, type Turn } from './lanes';
import { logFactsOf, logFactsOfRecord } from './log-facts';
import { OffsetCommits, usualCommitEveryMs } from './offset-commits';
import { OffsetTracker } from './offset-tracker';
import type { MessageProducer } from './producer';
import type { MessageRegistry } from './registry';
import { persist } from './persist';

/** Lets messages begin. What has no turn yet waits in memory, not begun, and pauses its partition where too much does. */
export interface MessageTurns<T extends Turn> {
  /** The lane in which a message waits for its turn, first come, first served. Undefined: its topic's lane, under the cap. */
  laneOf(incoming: Incoming): string | undefined;
  /** Undefined: it waits on. */
  turnOf(incoming: Incoming, waitedMs: number): T | undefined;
  /** Messages that wait in one lane before the partitions that they come from are paused… */
  readonly maxQueued: number;
  /** …and in all lanes together. */
  readonly maxQueuedTotal: number;
}

export interface KeyedTransportOptions<T extends Turn = Turn> {
  readonly kafka: Pick<Kafka, 'consumer'>;
  readonly log: Log;
  /** Parks what cannot be read or never succeeds. */
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly groupId: string;
  readonly topics: readonly string[];
  readonly registry: MessageRegistry;
  /** `turn`: what `turns` gave, for a message of one of its lanes. */
  readonly handler: (incoming: Incoming, turn: T | undefined) => Promise<void>;
  /** Gets, instead of the handler, a message whose deadline passed before its turn came. */
  readonly onExpired: (incoming: Incoming) => Promise<void>;
  /** How many messages of a topic are handled at once, in whatever lanes. */
  readonly cap?: number;
  /** For messages that have lanes of their own. */
  readonly turns?: MessageTurns<T>;
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
  /** Lanes that were full when messages of this partition came to them. */
  readonly fullLanes = new Set<string>();
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
  readonly lane: string;
  readonly queuedAt: number;
}

/** Unfinished messages of a partition that are let in at most: what comes again after a crash. */
const maxSpan = 10_000;
/** Small fetches, since all that is fetched waits in memory. A larger message still arrives, alone. */
const fetchBytes = 256 * 1024;
/** How soon it is noticed that a turn came by time alone. */
const turnsEveryMs = 50;

const freeTurn: Turn = { end: () => undefined };

const isExpired = ({ context: { deadline } }: Incoming): boolean =>
  deadline !== undefined && deadline.getTime() < Date.now();

/**
 * Handles messages side by side, those of one key in order, so that slow work (a processor's answer) holds up nobody else.
 * Offsets are committed up to the lowest unfinished message. Where too much waits, the partition is paused.
 */
export class KeyedTransport<T extends Turn = Turn> extends KafkaTransport {
  readonly reads: Pick<KeyedTransportOptions<T>, 'groupId' | 'topics'>;
  protected readonly consumer: GroupConsumer;
  private readonly slots = new Map<string, Slot>();
  private readonly lanes: Lanes<Task>;
  private readonly commits: OffsetCommits;
  private readonly cap: number;
  /** How many messages of each topic are being handled. */
  private readonly running = new Map<string, number>();
  private memberId = '';
  private isClosing = false;

  constructor(private readonly options: KeyedTransportOptions<T>) {
    super(options.log, options.producer);
    this.reads = options;
    const { kafka, log, groupId, topics, times, cap = 256 } = options;
    this.cap = cap;
    this.lanes = new Lanes<Task>({
      laneOf: ({ lane }) => lane,
      turnOf: (task) => this.turnOf(task),
      run: (task, turn) => this.counted(task, turn),
      onRoom: () => this.resumeWhereRoom(),
      againEveryMs: turnsEveryMs,
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
      if (slot.tracker.begin(offset)) this.queue(slot, offset, { ...message, topic, partition });
    }
    // Moves only what is fetched next; committed is what is done.
    resolveOffset(batch.lastOffset());
    slot.tracker.skipTo(BigInt(batch.lastOffset()) + 1n);
    if (this.isFull(slot)) this.pauseSlot(slot);
    return Promise.resolve();
  }

  private queue(slot: Slot, offset: bigint, record: RawRecord): void {
    const { topic, partition, key } = record;
    const read = decode(this.options.registry, record);
    const own = read instanceof Unreadable ? undefined : this.options.turns?.laneOf(read);
    const lane = own === undefined ? topic : `${topic}/${own}`;
    const name = key === null ? null : `${topic}/${partition}/${key.toString('latin1')}`;
    this.lanes.add(name, { slot, offset, record, read, lane, queuedAt: performance.now() });
    if (this.lanes.queued(lane) >= this.maxQueued(lane)) slot.fullLanes.add(lane);
  }

  private maxQueued(lane: string): number {
    return this.options.topics.includes(lane) ? 2 * this.cap : (this.options.turns?.maxQueued ?? Infinity);
  }

  /** What cannot be read, or came too late to begin, takes nobody's turn. */
  private turnOf({ read, slot, lane, queuedAt }: Task): Turn | undefined {
    if ((this.running.get(slot.topic) ?? 0) >= this.cap) return undefined;
    if (lane === slot.topic || read instanceof Unreadable || isExpired(read)) return freeTurn;
    return this.options.turns?.turnOf(read, performance.now() - queuedAt);
  }

  private async counted(task: Task, turn: Turn): Promise<void> {
    const { topic } = task.slot;
    this.running.set(topic, (this.running.get(topic) ?? 0) + 1);
    await this.run(task, turn);
    this.running.set(topic, (this.running.get(topic) ?? 1) - 1);
  }

  private async run({ slot, offset, record, read }: Task, turn: Turn): Promise<void> {
    const { signal } = slot.lost;
    if (signal.aborted) return;
    const isDone = await persist({
      work: this.workOf(record, read, turn === freeTurn ? undefined : (turn as T)),
      park: (cause) => this.park([{ record, cause, kind: cause.split(':')[0]! }]),
      attempts: this.options.attempts ?? 5,
      isTransient: this.options.isTransient ?? (() => false),
      isOver: () => signal.aborted || this.isClosing,
      signal,
      onFault: (error, attempt) =>
        this.log.warn({ err: error, attempt, ...originOf(record), ...factsOf(record, read) }, 'a message failed'),
    });
    if (isDone) slot.tracker.done(offset);
  }

  /** Chosen once: work that has begun in time may be tried again past its deadline. */
  private workOf(record: RawRecord, read: Incoming | Unreadable, turn: T | undefined): () => Promise<void> {
    if (read instanceof Unreadable) return () => this.park([this.poisonOf(record, read)]);
    return isExpired(read) ? () => this.options.onExpired(read) : () => this.options.handler(read, turn);
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
    if (this.isClosing) return;
    this.lanes.release();
    this.resumeWhereRoom();
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

  private isFull({ fullLanes, tracker }: Slot): boolean {
    const { maxQueuedTotal = Infinity } = this.options.turns ?? {};
    return fullLanes.size > 0 || tracker.span >= maxSpan || this.lanes.totalQueued >= maxQueuedTotal;
  }

  /** At half of what made it pause: the next fetch takes a moment to notice. */
  private resumeWhereRoom(): void {
    const { maxQueuedTotal = Infinity } = this.options.turns ?? {};
    if (this.isClosing || this.lanes.totalQueued > maxQueuedTotal / 2) return;
    for (const slot of this.slots.values()) {
      if (!slot.isPaused) continue;
      for (const lane of slot.fullLanes)
        if (this.lanes.queued(lane) <= this.maxQueued(lane) / 2) slot.fullLanes.delete(lane);
      if (slot.fullLanes.size === 0 && slot.tracker.span < maxSpan / 2) this.resumeSlot(slot);
    }
  }

  private collectProgress(): void {
    for (const { topic, partition, tracker } of this.slots.values()) {
      const next = tracker.takeProgress();
      if (next !== null) this.commits.mark(topic, partition, next);
    }
  }
}

const factsOf = (record: RawRecord, read: Incoming | Unreadable) =>
  read instanceof Unreadable ? logFactsOfRecord(record) : logFactsOf(read);

const originOf = ({ topic, partition, offset }: RawRecord) => ({ topic, partition, offset });
