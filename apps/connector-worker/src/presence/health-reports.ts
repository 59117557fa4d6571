import type { DataOf } from '@payorch/contracts';
import { connectorHealth, maxPausedAccounts, outgoing } from '@payorch/contracts';
import type { Clock, MerchantConnectorId } from '@payorch/kernel';
import { randomText } from '@payorch/kernel';
import type { EncodedMessage, MessageProducer } from '@payorch/platform/kafka';
import { encode, newTraceparent } from '@payorch/platform/kafka';
import type { Logger } from '@payorch/platform/telemetry';
import type { Lane } from '@payorch/contracts';

/** A worker without this many reports counts as away. */
const missedReports = 4;

export interface HealthReportsParts {
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly everyMs: number;
}

/** Publishes for routing that this worker runs, and which accounts do not answer it. One report at a time, never one per payment. */
export class HealthReports {
  private readonly instance = randomText(20);
  private lanes: readonly Pick<Lane, 'name' | 'isFormer'>[] = [];
  /** Breakers that opened since the last report. */
  private readonly opened = new Map<MerchantConnectorId, number>();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private isDue = false;
  private isSending = false;
  private count = 0;

  constructor(private readonly parts: HealthReportsParts) {}

  /** Reports the lanes at once, before the worker consumes them, so that a started worker is known when its first command is due. */
  consume(lanes: readonly Pick<Lane, 'name' | 'isFormer'>[]): void {
    if (this.isStopped) return;
    this.lanes = lanes;
    this.timer ??= setInterval(() => this.report(), this.parts.everyMs);
    this.report();
  }

  /** The breaker of an account has opened for charges. */
  paused(account: MerchantConnectorId, forMs: number): void {
    this.opened.set(account, Math.ceil(forMs));
    this.report();
  }

  /** Reports the end at once. The producer delivers it when it closes: a drain does not wait for the broker. */
  stop(): void {
    clearInterval(this.timer);
    this.isStopped = true;
    this.lanes = [];
    this.report();
  }

  /** While a report is under way, further changes wait for one report together. */
  private report(): void {
    this.isDue = true;
    if (!this.isSending) void this.send();
  }

  private async send(): Promise<void> {
    this.isSending = true;
    while (this.isDue) {
      const paused = this.takePaused();
      this.isDue = this.opened.size > 0;
      await this.parts.producer
        .send([this.encoded(paused)])
        .catch((error: Error) => this.parts.logger.warn({ error }, 'the health of this worker could not be published'));
    }
    this.isSending = false;
  }

  private takePaused(): DataOf<typeof connectorHealth>['paused'] {
    const taken = [...this.opened].slice(0, maxPausedAccounts);
    for (const [account] of taken) this.opened.delete(account);
    return taken.map(([merchantConnectorId, forMs]) => ({ merchantConnectorId, forMs }));
  }

  private encoded(paused: DataOf<typeof connectorHealth>['paused']): EncodedMessage {
    const { everyMs, clock } = this.parts;
    const named = (former: boolean) => this.lanes.flatMap(({ name, isFormer }) => (isFormer === former ? [name] : []));
    const data = {
      instance: this.instance,
      connectors: named(true),
      lanes: named(false),
      validForMs: missedReports * everyMs,
      paused,
    };
    const messageId = `${this.instance}:${(this.count += 1)}`;
    const context = { messageId, correlationId: messageId, traceparent: newTraceparent(), occurredAt: clock.now() };
    return encode({ ...outgoing(connectorHealth, data), context });
  }
}
