import type { Clock } from '@payorch/kernel';
import { type BodySeals, encode, type MessageProducer, newTraceparent } from '@payorch/platform/kafka';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import { disputeMessage, type DisputeReport } from '../operations/outcome-message';
import type { UnmatchedDispute, UnmatchedDisputeRepository } from '../persistence/unmatched-dispute.repository';
import type { DisputeCharges } from './dispute-charges';

/** Charges searched in a round, and old notices deleted at once. */
const atOnce = 500;

/** How often the notices are counted for the gauge: a count reads the whole table. */
export const measureEveryMs = 60_000;

export interface DisputeMatcherOptions {
  readonly unmatched: Pick<UnmatchedDisputeRepository, 'takeDue' | 'counts' | 'forget'>;
  readonly charges: Pick<DisputeCharges, 'waitingFor' | 'remove'>;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly seals: BodySeals;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly everyMs: number;
  /** How long a notice waits for its charge. */
  readonly retainedForMs: number;
}

/**
 * Reports the disputes whose charge has become known, and deletes those whose charge stayed unknown: another system charged it at
 * the same account. Rounds of several workers meet harmlessly, because the reports keep their ids.
 */
export class DisputeMatcher extends PeriodicWorker {
  /** The connectors whose gauge was set: without notices it falls to 0. */
  private readonly measured = new Set<string>();
  private measuredAtMs = -measureEveryMs;

  constructor(private readonly options: DisputeMatcherOptions) {
    super({ everyMs: options.everyMs });
  }

  async round(): Promise<void> {
    const { unmatched, logger, retainedForMs } = this.options;
    try {
      let due: readonly UnmatchedDispute[];
      do {
        due = await unmatched.takeDue(atOnce);
        for (const one of due) if (!this.isStopping) await this.publish(one);
      } while (!this.isStopping && due.length === atOnce);
      while (!this.isStopping && (await unmatched.forget(retainedForMs, atOnce)) === atOnce);
      await this.measure();
    } catch (error) {
      logger.warn({ error }, 'disputes without a charge could not be matched; the next round retries');
    }
  }

  private async publish(one: UnmatchedDispute): Promise<void> {
    const { charges, producer } = this.options;
    const { reports, waited } = await charges.waitingFor(one);
    if (reports.length === 0) return;
    await producer.send(reports.map((report) => this.encoded(report)));
    await charges.remove(waited);
  }

  private encoded(report: DisputeReport) {
    const { clock, seals } = this.options;
    const cause = { correlationId: report.messageId, traceparent: newTraceparent(), messageId: report.messageId };
    return encode(disputeMessage(report, { ...cause, occurredAt: clock.now() }, clock.now()), seals);
  }

  private async measure(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.measuredAtMs < measureEveryMs) return;
    const counts = await this.options.unmatched.counts();
    this.measuredAtMs = nowMs;
    for (const { connector } of counts) this.measured.add(connector);
    for (const connector of this.measured)
      metrics.setUnmatchedDisputes(connector, counts.find((one) => one.connector === connector)?.count ?? 0);
  }
}
