import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { Logger } from '@payorch/platform/telemetry';
import type { OperationRepository } from '../persistence/operation.repository';

const hourMs = 3_600_000;
/** Longer than any processor redelivers an event. */
const retainedForMs = 35 * 24 * hourMs;
const atOnce = 2_000;

/** Deletes processors' events that can no longer be redelivered. A missed round is harmless. */
export class EventSweep extends PeriodicWorker {
  constructor(
    private readonly rows: Pick<OperationRepository, 'forgetEvents'>,
    private readonly logger: Logger,
  ) {
    super({ everyMs: hourMs });
  }

  async round(): Promise<void> {
    try {
      while (!this.isStopping && (await this.rows.forgetEvents(retainedForMs, atOnce)) === atOnce);
    } catch (error) {
      this.logger.warn({ error }, 'old webhook events could not be deleted; the next round retries');
    }
  }
}
