import { isTracing } from '@payorch/platform/tracing';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import { pause, settlesWithin } from '../client/backoff';
import { decode, type RawRecord, Unreadable } from '../messages/codec';
import type { Incoming } from '../messages/envelope';
import { inSpan } from '../messages/message-spans';
import { type Assignment, GroupConsumer, type GroupTimes } from '../consume/group-consumer';
import { KafkaTransport, type KafkaTransportOptions } from './kafka-transport';
import { type QueueLoad, TaskQueues, type Turn } from './task-queues';
import { logFieldsOf, logFieldsOfRecord } from '../messages/log-fields';
import { handlerDecorator } from './message-handler';
import { OffsetCommits, usualCommitEveryMs } from '../consume/offset-commits';
import { type PartitionSlot, PartitionSlots } from '../consume/partition-slots';
import { retryOrDeadLetter } from './retry-or-dead-letter';

/** The wait of a message for its turn. */
export interface Wait {
  readonly waitedMs: number;
  /** Half as many messages wait as may before partitions are paused: then other messages would wait for this one. */
  readonly isCrowded: boolean;
}

/**
 * Decides when messages begin. A message without a turn waits in memory; its partition is paused when too many wait.
 */
export interface MessageTurns<T extends Turn> {
  /**
   * The queue in which a message waits for its turn, first in, first out. Undefined: the queue of its topic, under the
   * cap.
   */
  queueOf(incoming: Incoming): string | undefined;
  /** Undefined: the message continues to wait. */
  turnOf(incoming: Incoming, wait: Wait): T | undefined;
  /** Maximum number of messages that wait in one queue before their partitions are paused… */
  readonly maxQueued: number;
  /** …and in all queues together. */
  readonly maxQueuedTotal: number;
}

/** What a handler receives besides the payload. */
export interface KeyedDelivery<T extends Turn = Turn> {
  readonly incoming: Incoming;
  /** The turn from `turns`, for a message of one of its queues that has not expired. */
  readonly turn: T | undefined;
  /** The deadline of the message passed before its turn. */
  readonly isExpired: boolean;
}

/** A method that handles one message at a time. */
export const OnMessage = handlerDecorator<KeyedDelivery, Promise<void>>();

export interface KeyedTransportOptions<T extends Turn = Turn> extends KafkaTransportOptions {
  readonly kafka: Pick<Kafka, 'consumer'>;
  /** Maximum number of concurrent messages of a topic, over all queues. */
  readonly cap?: number;
  /** For messages that have queues of their own. */
  readonly turns?: MessageTurns<T>;
  /** A transient fault is retried for ever; any other is dead-lettered after `attempts`. */
  readonly isTransient?: (error: Error) => boolean;
  readonly attempts?: number;
  readonly commitEveryMs?: number;
  readonly drainMs?: number;
  readonly times?: GroupTimes;
}

interface Task {
  readonly slot: PartitionSlot;
  readonly offset: bigint;
  readonly record: RawRecord;
  readonly read: Incoming | Unreadable;
  readonly queue: string;
  readonly queuedAt: number;
}

/** Maximum number of unfinished messages of a partition, which are redelivered after a crash. */
const maxSpan = 10_000;
/** Small fetches, because all fetched records wait in memory. A larger message still arrives, alone. */
const fetchBytes = 256 * 1024;
/** Interval at which a turn that depends on time alone is noticed; in ms. */
const turnsEveryMs = 50;

const freeTurn: Turn = { end: () => undefined };

const isExpired = ({ context: { deadline } }: Incoming): boolean =>
  deadline !== undefined && deadline.getTime() < Date.now();

/**
 * Handles messages concurrently, those of one key in order, so that slow work (a processor's response) does not block
 * other keys. Commits offsets up to the lowest unfinished message. Pauses a partition when too many messages wait.
 */
export class KeyedTransport<T extends Turn = Turn, Result = void> extends KafkaTransport<KeyedDelivery<T>, Result> {
  protected readonly consumer: GroupConsumer;
  private readonly slots = new PartitionSlots(() => this.consumer);
  private readonly queues: TaskQueues<Task>;
  private readonly commits: OffsetCommits;
  private readonly cap: number;
  /** Number of messages of each topic that are being handled. */
  private readonly running = new Map<string, number>();
  private isClosing = false;

  constructor(private readonly options: KeyedTransportOptions<T>) {
    super(options);
    const { kafka, log, groupId, topics, times, cap = 256 } = options;
    this.cap = cap;
    this.queues = new TaskQueues<Task>({
      queueOf: ({ queue }) => queue,
      turnOf: (task) => this.turnOf(task),
      run: (task, turn) => this.counted(task, turn),
      onRoom: () => this.resumeWhereRoom(),
      retryEveryMs: turnsEveryMs,
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

  /** Calls the handler of a message. The message is done when the promise resolves. */
  async deliver(delivery: KeyedDelivery<T>): Promise<void> {
    await this.handle(delivery.incoming, delivery);
  }

  /** Running and queued messages by queue. */
  load(): ReadonlyMap<string, QueueLoad> {
    return this.queues.load();
  }

  /**
   * Begins nothing more, waits for running messages, commits, leaves the group. Messages that had not begun are
   * redelivered to another member.
   */
  override async close(): Promise<void> {
    this.isClosing = true;
    this.queues.pause();
    for (const slot of this.slots.all()) this.slots.pause(slot);
    const isIdle = await settlesWithin(this.queues.idle(), this.options.drainMs ?? 25_000);
    if (!isIdle) this.log.warn({}, 'some messages were not finished in time; they will be redelivered');
    this.commits.stop();
    this.collectProgress();
    await this.commits.flush();
    for (const slot of this.slots.all()) slot.lost.abort();
    await this.consumer.close();
  }

  /** Never waits for a handler: a full queue must not stop the fetch of other queues. */
  private eachBatch({ batch, resolveOffset, isRunning }: EachBatchPayload): Promise<void> {
    const { topic, partition, messages } = batch;
    if (!isRunning()) return Promise.resolve();
    // The partition was assigned too late to be paused: without a pause the client would fetch it repeatedly until it
    // has left.
    if (this.isClosing) return pause(100);
    const slot = this.slots.of(topic, partition, BigInt(batch.firstOffset() ?? messages[0]!.offset));
    for (const message of messages) {
      const offset = BigInt(message.offset);
      if (slot.tracker.begin(offset)) this.queue(slot, offset, { ...message, topic, partition });
    }
    // Moves only the next fetch; the offsets of finished messages are committed separately.
    resolveOffset(batch.lastOffset());
    slot.tracker.skipTo(BigInt(batch.lastOffset()) + 1n);
    if (this.isFull(slot)) this.slots.pause(slot);
    return Promise.resolve();
  }

  private queue(slot: PartitionSlot, offset: bigint, record: RawRecord): void {
    const { topic, partition, key } = record;
    const read = decode(this.registry, record, this.reads.seals);
    const own = read instanceof Unreadable ? undefined : this.options.turns?.queueOf(read);
    const queue = own === undefined ? topic : `${topic}/${own}`;
    const name = key === null ? null : `${topic}/${partition}/${key.toString('latin1')}`;
    this.queues.add(name, { slot, offset, record, read, queue, queuedAt: performance.now() });
    if (this.queues.queued(queue) >= this.maxQueued(queue)) slot.fullQueues.add(queue);
  }

  private maxQueued(queue: string): number {
    return this.options.topics.includes(queue) ? 2 * this.cap : (this.options.turns?.maxQueued ?? Infinity);
  }

  /** Unreadable and expired messages need no turn. */
  private turnOf({ read, slot, queue, queuedAt }: Task): Turn | undefined {
    const free = this.cap - (this.running.get(slot.topic) ?? 0);
    if (free <= 0) return undefined;
    if (queue === slot.topic || read instanceof Unreadable || isExpired(read)) return freeTurn;
    // No queue has more than are free: those whose work hangs never take all of them.
    if (this.queues.running(queue) >= free) return undefined;
    const waitedMs = performance.now() - queuedAt;
    return this.options.turns?.turnOf(read, { waitedMs, isCrowded: this.isCrowded(queue) });
  }

  private isCrowded(queue: string): boolean {
    const { maxQueuedTotal = Infinity } = this.options.turns ?? {};
    return this.queues.queued(queue) > this.maxQueued(queue) / 2 || this.queues.totalQueued > maxQueuedTotal / 2;
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
    const isDone = await retryOrDeadLetter({
      work: this.workOf(record, read, turn === freeTurn ? undefined : (turn as T)),
      deadLetter: (cause) => this.deadLetter([{ record, cause, kind: cause.split(':')[0]! }]),
      attempts: this.options.attempts ?? 5,
      isTransient: this.options.isTransient ?? (() => false),
      isOver: () => signal.aborted || this.isClosing,
      signal,
      onFault: (error, attempt) =>
        this.log.warn({ err: error, attempt, ...originOf(record), ...factsOf(record, read) }, 'a message failed'),
    });
    if (isDone) slot.tracker.done(offset);
  }

  /** Chosen once: work that began in time may be retried past its deadline. */
  private workOf(record: RawRecord, read: Incoming | Unreadable, turn: T | undefined): () => Promise<void> {
    if (read instanceof Unreadable) return () => this.deadLetter([this.poisonOf(record, read)]);
    const isLate = isExpired(read);
    const delivery = { incoming: read, turn: isLate ? undefined : turn, isExpired: isLate };
    if (!isTracing()) return () => this.deliver(delivery);
    return () => inSpan(read, (incoming) => this.deliver({ ...delivery, incoming }));
  }

  private onRebalancing(): void {
    // Pause until the new assignment of the waiting messages is known.
    this.queues.pause();
    this.collectProgress();
    void this.commits.flush();
  }

  private onAssignment(assignment: Assignment, memberId: string): void {
    this.slots.retain(assignment, memberId);
    this.queues.drop(({ slot }) => slot.lost.signal.aborted);
    this.commits.retain((topic, partition) => this.slots.has(topic, partition));
    this.events.emit('assigned', [...new Set(Object.values(assignment).flat())]);
    if (this.isClosing) return;
    this.queues.resume();
    this.resumeWhereRoom();
  }

  private isFull({ fullQueues, tracker }: PartitionSlot): boolean {
    const { maxQueuedTotal = Infinity } = this.options.turns ?? {};
    return fullQueues.size > 0 || tracker.span >= maxSpan || this.queues.totalQueued >= maxQueuedTotal;
  }

  /** Resumes at half of the limit that paused the partition: the next fetch takes a moment to notice. */
  private resumeWhereRoom(): void {
    const { maxQueuedTotal = Infinity } = this.options.turns ?? {};
    if (this.isClosing || this.queues.totalQueued > maxQueuedTotal / 2) return;
    for (const slot of this.slots.all()) {
      if (!slot.isPaused) continue;
      for (const queue of slot.fullQueues)
        if (this.queues.queued(queue) <= this.maxQueued(queue) / 2) slot.fullQueues.delete(queue);
      if (slot.fullQueues.size === 0 && slot.tracker.span < maxSpan / 2) this.slots.resume(slot);
    }
  }

  private collectProgress(): void {
    this.slots.takeProgress((topic, partition, next) => this.commits.mark(topic, partition, next));
  }
}

const factsOf = (record: RawRecord, read: Incoming | Unreadable) =>
  read instanceof Unreadable ? logFieldsOfRecord(record) : logFieldsOf(read);

const originOf = ({ topic, partition, offset }: RawRecord) => ({ topic, partition, offset });
