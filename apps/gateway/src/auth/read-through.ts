export interface ReadThroughOptions {
  /** From this age on a value is read anew behind the back of whoever gets it. */
  readonly refreshAfterMs: number;
  /** From this age on nobody gets it before it is read anew. */
  readonly maxAgeMs: number;
  readonly maxEntries: number;
  readonly now?: () => number;
}

interface Entry<V> {
  readonly value: V;
  readonly readAt: number;
}

/**
 * Values by key, from memory while they are young. What does not exist is not remembered: it is asked for each time. Of many
 * who miss one key at once, one reads.
 */
export class ReadThrough<V> {
  private readonly entries = new Map<string, Entry<V>>();
  private readonly loading = new Map<string, Promise<V | undefined>>();
  private readonly now: () => number;

  constructor(
    private readonly load: (key: string) => Promise<V | undefined>,
    private readonly options: ReadThroughOptions,
  ) {
    this.now = options.now ?? Date.now;
  }

  get(key: string): Promise<V | undefined> {
    const entry = this.entries.get(key);
    const age = entry ? this.now() - entry.readAt : Infinity;
    if (!entry || age >= this.options.maxAgeMs || age < 0) return this.read(key);
    // A refresh that fails leaves the value until it is too old; then whoever asks is told of the fault.
    if (age >= this.options.refreshAfterMs) this.read(key).catch(() => undefined);
    return Promise.resolve(entry.value);
  }

  /** From memory where it was read within so many milliseconds, else from its source. */
  getYoungerThan(key: string, ageMs: number): Promise<V | undefined> {
    const entry = this.entries.get(key);
    return entry && this.now() - entry.readAt < ageMs ? Promise.resolve(entry.value) : this.read(key);
  }

  /** Whether it can be had without its source. */
  has(key: string): boolean {
    return this.entries.has(key);
  }

  /** From its source, whatever is in memory, and not from a reading that began before. */
  readFresh(key: string): Promise<V | undefined> {
    this.forget(key);
    return this.read(key);
  }

  /** The next to ask reads anew; a reading under way began too early to be kept. */
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
    this.entries.delete(key);
    if (value === undefined) return;
    this.entries.set(key, { value, readAt });
    if (this.entries.size <= this.options.maxEntries) return;
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }
}
