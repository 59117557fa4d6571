interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: items that arrive during a write go together into the next batch. When idle, a batch collects the items of
 * the current turn of the event loop.
 */
export class MicroBatch<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private running = false;

  constructor(
    /** Writes a batch; one result for each item, in order. */
    private readonly write: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly largest = 256,
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.running) return;
      this.running = true;
      setImmediate(() => void this.drain());
    });
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) await this.flush(this.waiting.splice(0, this.largest));
    this.running = false;
  }

  private async flush(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.write(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
