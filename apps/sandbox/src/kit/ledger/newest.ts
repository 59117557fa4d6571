/** A map that retains its newest entries: the one that was added first is dropped first. */
export class Newest<V> {
  private readonly entries = new Map<string, V>();

  constructor(private readonly max: number) {}

  set(key: string, value: V): void {
    this.entries.set(key, value);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.max) return;
      this.entries.delete(oldest);
    }
  }

  get(key: string): V | undefined {
    return this.entries.get(key);
  }

  /** Newest last. */
  values(): V[] {
    return [...this.entries.values()];
  }
}
