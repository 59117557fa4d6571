import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import { sandboxLogger } from '../settings';

/** Gives pending operations their outcomes at the set times, one timer per record. */
@Injectable()
export class Settlements {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(@Inject(sandboxLogger) private readonly logger: Logger) {}

  /** A record that already has a timer keeps it. */
  schedule(id: string, atMs: number, settle: () => Promise<void>): void {
    if (this.timers.has(id)) return;
    const fire = (): void => {
      this.timers.delete(id);
      settle().catch((error: unknown) => this.logger.error({ object: id, error }, 'settlement not stored'));
    };
    this.timers.set(id, setTimeout(fire, Math.max(0, atMs - Date.now())));
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }
}
