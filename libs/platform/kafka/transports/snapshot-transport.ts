import type { EachBatchPayload, Kafka } from 'kafkajs';
import { lagBefore, readTopicEnds, type TopicEnds } from '../client/broker-lag';
import { GroupConsumer, type GroupTimes } from '../consume/group-consumer';
import { OffsetCommits, usualCommitEveryMs } from '../consume/offset-commits';
import { newestEvents } from '../messages/newest-events';
import { KafkaTransport, type KafkaTransportOptions } from './kafka-transport';

export interface SnapshotTransportOptions extends Omit<KafkaTransportOptions, 'topics'> {
  readonly kafka: Kafka;
  /** The snapshot topic of each lifecycle topic that is followed. */
  readonly snapshotsOf: ReadonlyMap<string, string>;
  readonly times?: GroupTimes;
}

const gatherMs = 500;
/** Beats twice as often as the group expects. */
const usualBeatMs = 750;

/**
 * Copies the newest event of each object from its lifecycle topic to its compacted snapshot topic. An offset is committed after
 * the copies are acknowledged, so after a crash events are copied again, older ones too, and the newest last: the end of the
 * snapshot topic is always the newest state that the lifecycle topic had.
 */
export class SnapshotTransport extends KafkaTransport {
  protected readonly consumer: GroupConsumer;
  private readonly commits: OffsetCommits;
  private readonly closing = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private ends: TopicEnds | undefined;

  constructor(private readonly options: SnapshotTransportOptions) {
    super({ ...options, topics: [...options.snapshotsOf.keys()] });
    const { kafka, log, groupId, snapshotsOf, times } = options;
    this.consumer = new GroupConsumer({
      kafka,
      log,
      groupId,
      topics: [...snapshotsOf.keys()],
      fromBeginning: true,
      // Nothing waits for a snapshot, and of several events of an object in one batch one is copied.
      gathers: true,
      times: { ...times, maxWaitMs: Math.min(times?.maxWaitMs ?? gatherMs, gatherMs) },
      concurrency: () => 1,
      autoResolve: false,
      eachBatch: (payload) => (this.work = this.copy(payload)),
      onAssignment: (assignment) => {
        this.commits.retain((topic, partition) => assignment[topic]?.includes(partition) ?? false);
        this.events.emit('assigned', [...new Set(Object.values(assignment).flat())]);
      },
      onRebalancing: () => void this.commits.flush(),
    });
    this.commits = new OffsetCommits((offsets) => this.consumer.commit(offsets), log);
  }

  /** It copies whole records: no handler of the app belongs to it. */
  override get handles(): readonly string[] {
    return [];
  }

  async start(): Promise<void> {
    this.commits.start(usualCommitEveryMs);
    await this.consumer.start();
  }

  /** Ends the batch under way, which is copied again after the next start, commits, leaves the group. */
  override async close(): Promise<void> {
    this.closing.abort();
    await this.work.catch(() => undefined);
    this.commits.stop();
    await this.commits.flush();
    await this.consumer.close();
  }

  /**
   * Whether the group has copied every event that was on the lifecycle topics when this was first asked. Rejects while the broker
   * does not answer.
   */
  async hasCopied(): Promise<boolean> {
    const { kafka, groupId, snapshotsOf } = this.options;
    const admin = kafka.admin({ retry: { retries: 1 } });
    try {
      await admin.connect();
      this.ends ??= await readTopicEnds(admin, [...snapshotsOf.keys()]);
      return (await lagBefore(admin, groupId, this.ends)) === 0;
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }

  private async copy({ batch, resolveOffset, heartbeat, isRunning, isStale }: EachBatchPayload): Promise<void> {
    if (!isRunning() || isStale()) return;
    const { topic, partition } = batch;
    const records = batch.messages.map((message) => ({ ...message, topic, partition }));
    const copies = newestEvents(records, this.options.snapshotsOf.get(topic)!);
    await this.publish(copies, heartbeat);
    resolveOffset(batch.lastOffset());
    this.commits.mark(topic, partition, BigInt(batch.lastOffset()) + 1n);
  }

  /**
   * Stays in the group while the broker is slow, and stops when the group has given the partition to another member: what
   * this member would send after that would follow what the other one has copied.
   */
  private async publish(copies: ReturnType<typeof newestEvents>, heartbeat: () => Promise<void>): Promise<void> {
    const lost = new AbortController();
    let fault: unknown;
    const beat = () =>
      heartbeat().catch((error: unknown) => {
        fault = error;
        lost.abort();
      });
    const beating = setInterval(() => void beat(), (this.options.times?.heartbeatMs ?? 2 * usualBeatMs) / 2);
    try {
      await this.reads.producer.send(copies, { signal: AbortSignal.any([lost.signal, this.closing.signal]) });
    } catch (error) {
      throw fault ?? error;
    } finally {
      clearInterval(beating);
    }
  }
}
