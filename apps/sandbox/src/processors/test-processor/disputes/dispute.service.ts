import { Injectable } from '@nestjs/common';
import { newId } from '@payorch/kernel';
import type { Numbered, StateEntry, Webhook } from '../../../kit/ledger/entries';
import { Journal, type Memory } from '../../../kit/ledger/journal';
import { WebhookSender } from '../../../kit/webhooks/webhook-sender';
import { PaymentService } from '../payment.service';
import { type Dispute, type DisputeDecision, disputeView } from './dispute';

/** The disputes of payments, stored and reported by webhooks, which the service of payments signs. */
@Injectable()
export class DisputeService implements Memory {
  private readonly all = new Map<string, Dispute>();

  constructor(
    private readonly journal: Journal,
    private readonly sender: WebhookSender,
    payments: PaymentService,
  ) {
    journal.attach(this);
    payments.blocksRefunds = (paymentId) => this.blocksRefunds(paymentId);
  }

  apply(entry: Numbered<StateEntry>): void {
    if (!('dispute' in entry)) return;
    const dispute = entry['dispute'] as Dispute;
    this.all.set(dispute.id, dispute);
  }

  resume(): void {}

  find(id: string): Dispute | undefined {
    return this.all.get(id);
  }

  list(): readonly Dispute[] {
    return [...this.all.values()];
  }

  private blocksRefunds(paymentId: string): boolean {
    return [...this.all.values()].some((one) => one.paymentId === paymentId && !one.refundable);
  }

  /** Writes the decision to the ledger and returns its webhook. */
  commit({ dispute, effect }: DisputeDecision, fault: string | null): Webhook | undefined {
    if (!dispute) return undefined;
    this.journal.commit({ connector: dispute.connector, payment_id: dispute.paymentId, fault, dispute }, effect);
    return this.webhookAbout(dispute);
  }

  /** Sends what the dispute is, or was: a notice may come late. */
  async notify(dispute: Dispute): Promise<void> {
    const webhook = this.webhookAbout(dispute);
    await this.journal.flushed();
    if (webhook) this.sender.schedule(webhook);
  }

  private webhookAbout(dispute: Dispute): Webhook | undefined {
    const { account, webhooks, paymentId, status } = dispute;
    if (!webhooks) return undefined;
    const { url, delayMs, copies } = webhooks;
    const nowMs = Date.now();
    const about = {
      id: newId<string>('evt'),
      type: status === 'dispute_opened' ? 'dispute.opened' : 'dispute.updated',
    };
    const body = JSON.stringify({ ...about, created: new Date(nowMs).toISOString(), data: disputeView(dispute) });
    const webhook = { ...about, url, account, dueMs: nowMs + delayMs, copies, body };
    this.journal.webhook(paymentId, webhook);
    return webhook;
  }
}
