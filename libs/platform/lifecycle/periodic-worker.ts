import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';

export interface PeriodicWorkerOptions {
  readonly everyMs: number;
  /** The first round is due at the start, not after the first interval. */
  readonly isDueAtStart?: boolean;
}

/**
 * Works in rounds while the application runs, one round at a time. The shutdown waits for the round under way, before any
 * connection closes.
 */
export abstract class PeriodicWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** A round of several steps ends after the step under way. */
  protected isStopping = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  protected constructor(private readonly schedule: PeriodicWorkerOptions) {}

  /** Never rejects: the next round retries. */
  abstract round(): Promise<void>;

  /** Begins a round, or joins the one under way. */
  run(): Promise<void> {
    return (this.running ??= this.round().finally(() => (this.running = undefined)));
  }

  /** A provider that is needed before the application has started calls this itself; the second call changes nothing. */
  onApplicationBootstrap(): void {
    if (this.timer) return;
    this.timer = setInterval(() => void this.run(), this.schedule.everyMs).unref();
    if (this.schedule.isDueAtStart) void this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.running;
  }
}
