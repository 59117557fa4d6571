import type { Log } from '../client/client';
import type { Offset } from './group-consumer';

/**
 * A commit costs the broker as much as a message. Messages that are redelivered because of a missing commit are
 * recognized, and a second's worth of messages is little.
 */
export const usualCommitEveryMs = 1_000;

const nameOf = (topic: string, partition: number): string => `${topic}/${partition}`;

/**
 * The progress of each partition, committed at intervals. A failed commit does no harm: the next one covers at least
 * the same offsets, and a redelivered message has no second effect.
 */
export class OffsetCommits {
  private readonly done = new Map<string, Offset>();
  private committing: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly commit: (offsets: readonly Offset[]) => Promise<void>,
    private readonly log: Log,
  ) {}

  start(everyMs: number, beforeEach: () => void = () => undefined): void {
    this.timer = setInterval(() => {
      beforeEach();
      void this.flush();
    }, everyMs);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** `next` is the first unfinished offset. */
  mark(topic: string, partition: number, next: bigint): void {
    this.done.set(nameOf(topic, partition), { topic, partition, offset: String(next) });
  }

  /** Drops the partitions that this member no longer has. */
  retain(isOurs: (topic: string, partition: number) => boolean): void {
    for (const [name, { topic, partition }] of this.done) if (!isOurs(topic, partition)) this.done.delete(name);
  }

  /** Commits the marked offsets; never two commits at once, because the older one might arrive last. */
  async flush(): Promise<void> {
    if (this.committing) await this.committing;
    if (this.done.size === 0) return;
    this.committing ??= this.send([...this.done.values()]);
    await this.committing;
  }

  private async send(offsets: readonly Offset[]): Promise<void> {
    try {
      await this.commit(offsets);
      for (const { topic, partition, offset } of offsets) {
        const name = nameOf(topic, partition);
        if (this.done.get(name)?.offset === offset) this.done.delete(name);
      }
    } catch (error) {
      this.log.info({ err: error }, 'offsets not committed; retrying soon');
    } finally {
      this.committing = null;
    }
  }
}
