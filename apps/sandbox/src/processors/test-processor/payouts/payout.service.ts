import { Injectable } from '@nestjs/common';
import { newId } from '@payorch/kernel';
import { Settlements } from '../../../kit/delays/settlements';
import type { Numbered, StateEntry, Webhook } from '../../../kit/ledger/entries';
import { Journal, type Memory } from '../../../kit/ledger/journal';
import type { Cause } from '../../../kit/webhooks/webhook-queue';
import { WebhookSender } from '../../../kit/webhooks/webhook-sender';
import { settle } from './decide';
import { type Decision, type Made, madeView, referencesOf } from './payout';

/** The payouts and what their steps made: stored, settled in time, and reported by webhooks, which the service of payments signs. */
@Injectable()
export class PayoutService implements Memory {
  private readonly all = new Map<string, Made>();
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly journal: Journal,
    private readonly settlements: Settlements,
    private readonly sender: WebhookSender,
  ) {
    journal.attach(this);
  }

  apply(entry: Numbered<StateEntry>): void {
    if (!('payout' in entry)) return;
    const made = entry['payout'] as Made;
    this.all.set(made.id, made);
    for (const reference of referencesOf(made)) this.ids.set(reference, made.id);
  }

  resume(): void {
    for (const made of this.all.values()) this.schedule(made);
  }

  find(id: string): Made | undefined {
    return this.all.get(id);
  }

  list(): readonly Made[] {
    return [...this.all.values()];
  }

  findByReference(reference: string): Made | undefined {
    return this.all.get(this.ids.get(reference) ?? '');
  }

  /** Writes the decision to the ledger and returns the webhook to send, if one is due. */
  commit({ made, effect, event }: Decision, fault: string | null, cause: Cause): Webhook | undefined {
    if (!made) return undefined;
    const { id, connector, account, webhooks } = made;
    this.journal.commit({ connector, payment_id: id, fault, payout: made }, effect);
    this.schedule(made);
    if (!event || !webhooks || !this.journal.webhooks.shouldSend(account, webhooks, cause)) return undefined;
    const { url, delayMs, copies } = webhooks;
    const nowMs = Date.now();
    const about = { id: newId<string>('evt'), type: event };
    const body = JSON.stringify({ ...about, created: new Date(nowMs).toISOString(), data: madeView(made) });
    const webhook = { ...about, url, account, dueMs: nowMs + delayMs, copies, body };
    this.journal.webhook(id, webhook);
    return webhook;
  }

  private schedule({ id, pending }: Made): void {
    if (pending) this.settlements.schedule(id, pending.atMs, () => this.settle(id));
  }

  private async settle(id: string): Promise<void> {
    const made = this.find(id);
    const webhook = made && this.commit(settle(made), null, 'later');
    await this.journal.flushed();
    if (webhook) this.sender.schedule(webhook);
  }
}
