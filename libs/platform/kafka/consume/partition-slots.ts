import type { Assignment, GroupConsumer } from './group-consumer';
import { OffsetTracker } from './offset-tracker';

/** One partition while this member has it. */
export class PartitionSlot {
  isPaused = false;
  /** TaskQueues that were full when a message of this partition arrived. */
  readonly fullQueues = new Set<string>();
  readonly lost = new AbortController();
  constructor(
    readonly topic: string,
    readonly partition: number,
    readonly tracker: OffsetTracker,
  ) {}
}

/** The partitions of this member, and whether the consumer fetches them. */
export class PartitionSlots {
  private readonly slots = new Map<string, PartitionSlot>();
  private memberId = '';

  constructor(private readonly consumer: () => Pick<GroupConsumer, 'pause' | 'resume'>) {}

  of(topic: string, partition: number, firstOffset: bigint): PartitionSlot {
    const name = `${topic}/${partition}`;
    const known = this.slots.get(name);
    if (known) return known;
    const slot = new PartitionSlot(topic, partition, new OffsetTracker(firstOffset));
    this.slots.set(name, slot);
    return slot;
  }

  has(topic: string, partition: number): boolean {
    return this.slots.has(`${topic}/${partition}`);
  }

  all(): Iterable<PartitionSlot> {
    return this.slots.values();
  }

  pause(slot: PartitionSlot): void {
    if (slot.isPaused) return;
    slot.isPaused = true;
    this.consumer().pause(slot.topic, slot.partition);
  }

  resume(slot: PartitionSlot): void {
    if (!slot.isPaused) return;
    slot.isPaused = false;
    this.consumer().resume(slot.topic, slot.partition);
  }

  /** Ends the slots of partitions that this member lost. */
  retain(assignment: Assignment, memberId: string): void {
    const isSameMember = memberId === this.memberId;
    this.memberId = memberId;
    for (const [name, slot] of this.slots) {
      // With another member id, another member may have continued a partition that we have again.
      if (isSameMember && assignment[slot.topic]?.includes(slot.partition)) continue;
      this.resume(slot);
      slot.lost.abort();
      this.slots.delete(name);
    }
  }

  /** Passes the first unfinished offset of each partition whose offset moved since the last call. */
  takeProgress(mark: (topic: string, partition: number, next: bigint) => void): void {
    for (const { topic, partition, tracker } of this.slots.values()) {
      const next = tracker.takeProgress();
      if (next !== null) mark(topic, partition, next);
    }
  }
}
