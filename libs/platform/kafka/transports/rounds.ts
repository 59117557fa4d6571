import { backoffMs, pause, settlesWithin } from '../client/backoff';

/** The messages of one fetch and one partition, in order. */
interface Delivery<Item> {
  readonly items: readonly Item[];
  taken: number;
  readonly settle: (isHandled: boolean) => void;
}

export interface RoundsOptions<Item> {
  readonly maxBatch: number;
  /** Runs before each batch, for assigned and revoked partitions. Retried until it succeeds. */
  readonly prepare: () => Promise<void>;
  /** Work from this process instead of a message. */
  readonly localItems: () => Promise<readonly Item[]>;
  readonly handle: (batch: readonly Item[]) => Promise<void>;
  readonly onFault: (error: Error, attempt: number) => void;
}

/**
 * Runs one batch at a time: items added during a batch join the next one. A failed batch is retried unchanged, for
 * ever, unless the work is abandoned; then none of its items counts as handled, and they are redelivered.
 */
export class Rounds<Item> {
  private deliveries: Delivery<Item>[] = [];
  private running: Promise<void> | null = null;
  private isRoundRequested = false;
  private isClosed = false;
  private abandoning = new AbortController();

  constructor(private readonly options: RoundsOptions<Item>) {}

  /** True once every item is handled; false if the work was abandoned. Items added in one turn share a batch. */
  add(items: readonly Item[]): Promise<boolean> {
    if (this.isClosed || this.abandoning.signal.aborted) return Promise.resolve(false);
    return new Promise((settle) => {
      this.deliveries.push({ items, taken: 0, settle });
      this.wake();
    });
  }

  /** Requests a round without a message. */
  requestRound(): void {
    this.isRoundRequested = true;
    this.wake();
  }

  /** Finishes the running batch, abandons waiting and failing work, and accepts no more. */
  abandon(): void {
    this.abandoning.abort();
    for (const { settle } of this.deliveries.splice(0)) settle(false);
  }

  /** Accepts work again after `abandon`. */
  resume(): void {
    if (this.isClosed) return;
    this.abandoning = new AbortController();
    this.requestRound();
  }

  /** True if the running batch ended in time. */
  async close(graceMs: number): Promise<boolean> {
    this.isClosed = true;
    this.abandon();
    return this.running === null || settlesWithin(this.running, graceMs);
  }

  private wake(): void {
    if (!this.abandoning.signal.aborted) this.running ??= this.run();
  }

  private async run(): Promise<void> {
    // A fetch delivers its partitions within one turn: they form one batch.
    await Promise.resolve();
    while (this.deliveries.length > 0 || this.isRoundRequested) {
      this.isRoundRequested = false;
      if (!(await this.untilDone(this.options.prepare))) break;
      const local = await this.local();
      const { batch, finished } = this.take();
      batch.push(...local);
      if (batch.length > 0 && !(await this.untilDone(() => this.options.handle(batch)))) {
        for (const { settle } of finished) settle(false);
        break;
      }
      for (const { settle } of finished) settle(true);
    }
    // Reset in the turn of the last check: otherwise items added in between would stay in the queue.
    this.running = null;
    if (this.deliveries.length > 0 || this.isRoundRequested) this.wake();
  }

  private async local(): Promise<readonly Item[]> {
    try {
      return await this.options.localItems();
    } catch (error) {
      // Messages do not wait for local items; the next round queries them again.
      this.options.onFault(error as Error, 0);
      return [];
    }
  }

  private take(): { batch: Item[]; finished: Delivery<Item>[] } {
    const batch: Item[] = [];
    const finished: Delivery<Item>[] = [];
    while (this.deliveries.length > 0) {
      const delivery = this.deliveries[0]!;
      const room = this.options.maxBatch - batch.length;
      for (const item of delivery.items.slice(delivery.taken, delivery.taken + room)) batch.push(item);
      delivery.taken += room;
      if (delivery.taken < delivery.items.length) break;
      finished.push(delivery);
      this.deliveries.shift();
    }
    return { batch, finished };
  }

  private async untilDone(work: () => Promise<void>): Promise<boolean> {
    const { signal } = this.abandoning;
    for (let attempt = 0; ; attempt++) {
      try {
        await work();
        return true;
      } catch (error) {
        this.options.onFault(error as Error, attempt);
        await pause(backoffMs(attempt), signal);
        if (signal.aborted) return false;
      }
    }
  }
}
