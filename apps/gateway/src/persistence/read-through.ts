import { LRUCache } from 'lru-cache';

export interface ReadThroughOptions {
  /** From this age on a value is refreshed in the background; the caller gets the cached value. */
  readonly refreshAfterMs: number;
  /** From this age on the caller waits for a new read. */
  readonly maxAgeMs: number;
  /** Beyond it the values that were not asked for the longest are forgotten. */
  readonly maxEntries: number;
  readonly now?: () => number;
}

interface Entry<V> {
  readonly value: V;
  readonly readAt: number;
}

/**
 * A read-through cache. Missing keys are not cached: each request for one reads again. Concurrent misses of one key
 * share one read.
 */
export class ReadThrough<V> {
  private readonly entries: LRUCache<string, Entry<V>>;
  private readonly loading = new Map<string, Promise<V | undefined>>();
  private readonly now: () => number;

  constructor(
    private readonly load: (key: string) => Promise<V | undefined>,
    private readonly options: ReadThroughOptions,
  ) {
    this.entries = new LRUCache({ max: options.maxEntries });
    this.now = options.now ?? Date.now;
  }

  get(key: string): Promise<V | undefined> {
    const entry = this.entries.get(key);
    const age = entry ? this.now() - entry.readAt : Infinity;
    if (!entry || age >= this.options.maxAgeMs || age < 0) return this.read(key);
    // A failed refresh leaves the value until its maximum age; then the caller gets the error.
    if (age >= this.options.refreshAfterMs) this.read(key).catch(() => undefined);
    return Promise.resolve(entry.value);
  }

  /** The cached value if it was read within `ageMs`, else a new read. */
  getYoungerThan(key: string, ageMs: number): Promise<V | undefined> {
    const entry = this.entries.get(key);
    return entry && this.now() - entry.readAt < ageMs ? Promise.resolve(entry.value) : this.read(key);
  }

  /** Whether the cache holds the key. */
  has(key: string): boolean {
    return this.entries.has(key);
  }

  /** Reads again; ignores the cache and reads that began earlier. */
  readFresh(key: string): Promise<V | undefined> {
    this.forget(key);
    return this.read(key);
  }

  /** Evicts the key; a read under way began too early, so its value is not cached. */
  forget(key: string): void {
    this.entries.delete(key);
    this.loading.delete(key);
  }

  forgetAll(): void {
    this.entries.clear();
    this.loading.clear();
  }

  private read(key: string): Promise<V | undefined> {
    const underWay = this.loading.get(key);
    if (underWay) return underWay;
    const readAt = this.now();
    const reading: Promise<V | undefined> = this.load(key).then(
      (value) => {
        if (this.loading.get(key) === reading) this.store(key, value, readAt);
        return value;
      },
      (error: unknown) => {
        if (this.loading.get(key) === reading) this.loading.delete(key);
        throw error;
      },
    );
    this.loading.set(key, reading);
    return reading;
  }

  private store(key: string, value: V | undefined, readAt: number): void {
    this.loading.delete(key);
    if (value === undefined) this.entries.delete(key);
    else this.entries.set(key, { value, readAt });
  }
}
