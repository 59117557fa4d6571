import { backoffMs, pause, settlesWithin } from './backoff';

/** What one fetch brought of one partition, in order. */
interface Delivery<Item> {
  readonly items: readonly Item[];
  taken: number;
  readonly settle: (isHandled: boolean) => void;
}

export interface RoundsOptions<Item> {
  readonly maxBatch: number;
  /** Runs before each batch: partitions that came or went. Retried until it succeeds. */
  readonly prepare: () => Promise<void>;
  /** Work that came up in this process rather than in a message. */
  readonly localItems: () => Promise<readonly Item[]>;
  readonly handle: (batch: readonly Item[]) => Promise<void>;
  readonly onFault: (error: Error, attempt: number) => void;
}

/**
 * One batch at a time: all that was offered while the last one ran goes with the next. A batch that fails is tried again
 * as it is, for ever, unless the work is let go; then nothing of it counts as handled, and it will come again.
 */
export class Rounds<Item> {
  private deliveries: Delivery<Item>[] = [];
  private running: Promise<void> | null = null;
  private isPoked = false;
  private isClosed = false;
  private letting = new AbortController();

  constructor(private readonly options: RoundsOptions<Item>) {}

  /** True once every item is handled; false when the work was let go. Offers of one turn share a batch. */
  offer(items: readonly Item[]): Promise<boolean> {
    if (this.isClosed || this.letting.signal.aborted) return Promise.resolve(false);
    return new Promise((settle) => {
      this.deliveries.push({ items, taken: 0, settle });
      this.wake();
    });
  }

  /** Asks for a round even if no message arrives. */
  poke(): void {
    this.isPoked = true;
    this.wake();
  }

  /** Finishes the batch that is being handled, lets go of what waits behind it or fails, and takes no more. */
  letGo(): void {
    this.letting.abort();
    for (const { settle } of this.deliveries.splice(0)) settle(false);
  }

  /** Takes work again after `letGo`. */
  resume(): void {
    if (this.isClosed) return;
    this.letting = new AbortController();
    this.poke();
  }

  /** True when the batch under way ended in time. */
  async close(graceMs: number): Promise<boolean> {
    this.isClosed = true;
    this.letGo();
    return this.running === null || settlesWithin(this.running, graceMs);
  }

  private wake(): void {
    if (!this.letting.signal.aborted) this.running ??= this.run();
  }

  private async run(): Promise<void> {
    // A fetch hands over its partitions within one turn: they are one batch.
    await Promise.resolve();
    while (this.deliveries.length > 0 || this.isPoked) {
      this.isPoked = false;
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
    // In the same turn as the last look, or an offer made in between would lie there.
    this.running = null;
    if (this.deliveries.length > 0 || this.isPoked) this.wake();
  }

  private async local(): Promise<readonly Item[]> {
    try {
      return await this.options.localItems();
    } catch (error) {
      // The messages need not wait for what else there may be to do; the next round asks again.
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
    const { signal } = this.letting;
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
