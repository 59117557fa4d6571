/** Runs actions at set times, one per key. */
export class KeyedTimers {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  at(key: string, atMs: number, action: () => void): void {
    if (this.timers.has(key)) return;
    const fire = (): void => {
      this.timers.delete(key);
      action();
    };
    this.timers.set(key, setTimeout(fire, Math.max(0, atMs - Date.now())));
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }
}
