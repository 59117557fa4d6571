import type { Logger } from '@payorch/platform/telemetry';
import { KeyedTimers } from './keyed-timers';
import type { Journal } from './ledger/journal';
import type { Decision, Payment } from './processor/payment';
import { settlePayment } from './processor/settle-payment';
import type { WebhookSender } from './webhooks/webhook-sender';

/** Settles pending operations at their set times, also those from before a restart. */
export class Settlements {
  private readonly timers = new KeyedTimers();

  constructor(
    private readonly journal: Journal,
    private readonly sender: WebhookSender,
    private readonly logger: Logger,
  ) {}

  resume(): void {
    for (const payment of this.journal.records.pendingPayments()) this.schedule(payment);
  }

  schedule({ id, pending }: Payment): void {
    if (pending) this.timers.at(id, pending.atMs, () => void this.settle(id));
  }

  private async settle(id: string): Promise<void> {
    const payment = this.journal.records.payment(id, Date.now());
    if (!payment) return;
    try {
      await this.commit(settlePayment(payment));
    } catch (error) {
      this.logger.error({ payment_id: id, error }, 'settlement not stored');
    }
  }

  /** Stores an outcome that no response has reported, and notifies by webhook. */
  async commit(decision: Decision): Promise<void> {
    const webhook = this.journal.commit(decision, null, 'later');
    await this.journal.flushed();
    if (webhook) this.sender.schedule(webhook);
  }

  close(): void {
    this.timers.close();
  }
}
