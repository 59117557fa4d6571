import { randomText } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import type { WorkerPresenceRepository } from './persistence/worker-presence.repository';

/** A worker that has missed so many refreshes is away. */
const missed = 4;

/** Says that this worker is there, for each connector whose group it has joined, and knows which connectors have workers. */
export class Presence {
  private readonly instance = randomText(20);
  private readonly joined = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rows: WorkerPresenceRepository,
    private readonly logger: Logger,
    private readonly everyMs: number,
  ) {}

  /** Its commands come here from now on. */
  join(connector: string): void {
    this.joined.add(connector);
  }

  start(): void {
    this.timer = setInterval(() => void this.refresh(), this.everyMs);
  }

  /** Away at once for everybody, rather than after what is missed. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.joined.clear();
    await this.rows
      .remove(this.instance)
      .catch((error: Error) => this.logger.warn({ error }, 'still counted as there'));
  }

  connectors(): Promise<ReadonlySet<string>> {
    return this.rows.connectors(missed * this.everyMs);
  }

  private async refresh(): Promise<void> {
    if (this.joined.size === 0) return;
    try {
      await this.rows.refresh(this.instance, [...this.joined]);
    } catch (error) {
      this.logger.warn({ error }, 'this worker could not say that it is there; it says so again');
    }
  }
}
