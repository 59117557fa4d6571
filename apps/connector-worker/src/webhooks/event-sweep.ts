import type { Logger } from '@payorch/platform/telemetry';
import type { OperationRepository } from '../persistence/operation.repository';

const hourMs = 3_600_000;
/** Longer than any processor sends an event again. */
const keptForMs = 35 * 24 * hourMs;
const atOnce = 2_000;

/** Forgets the processors' events that cannot come again. Missing a round harms nothing. */
export class EventSweep {
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly rows: Pick<OperationRepository, 'forgetEvents'>,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.sweep(), hourMs);
    this.timer.unref();
  }

  stop(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  private async sweep(): Promise<void> {
    try {
      while (!this.isStopping && (await this.rows.forgetEvents(keptForMs, atOnce)) === atOnce);
    } catch (error) {
      this.logger.warn({ error }, 'old webhook events were not forgotten this time');
    }
  }
}
