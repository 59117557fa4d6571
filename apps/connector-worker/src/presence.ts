import { randomText } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import type { WorkerPresenceRepository } from './persistence/worker-presence.repository';

/** A worker that misses this many refreshes counts as away. */
const missedRefreshes = 4;

/** Refreshes this worker's presence for each connector whose consumer group it has joined; lists connectors with workers. */
export class Presence {
  private readonly instance = randomText(20);
  private readonly joined = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rows: WorkerPresenceRepository,
    private readonly logger: Logger,
    private readonly everyMs: number,
  ) {}

  /** This worker consumes the connector's commands from now on. */
  join(connector: string): void {
    this.joined.add(connector);
  }

  start(): void {
    this.timer = setInterval(() => void this.refresh(), this.everyMs);
  }

  /** Removes the presence at once, so that other workers need not wait for missed refreshes. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.joined.clear();
    await this.rows
      .remove(this.instance)
      .catch((error: Error) => this.logger.warn({ error }, 'the presence of this worker could not be removed'));
  }

  /** Who reads this is present, even where this process stood still and its last refresh is old. */
  async connectors(): Promise<ReadonlySet<string>> {
    return new Set([...(await this.rows.connectors(missedRefreshes * this.everyMs)), ...this.joined]);
  }

  private async refresh(): Promise<void> {
    if (this.joined.size === 0) return;
    try {
      await this.rows.refresh(this.instance, [...this.joined]);
    } catch (error) {
      this.logger.warn({ error }, 'the presence of this worker could not be refreshed; the worker retries');
    }
  }
}
