import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@payorch/kernel';
import type { Numbered, StateEntry, Webhook } from '../../kit/ledger/entries';
import type { Memory } from '../../kit/ledger/journal';
import type { SandboxSettings } from '../../kit/settings';
import type { Cause } from '../../kit/webhooks/webhook-queue';
import { Settlements } from '../../kit/delays/settlements';
import { Journal } from '../../kit/ledger/journal';
import { NetworkTokens } from '../../kit/network-tokens/network-tokens';
import { sandboxSettings } from '../../kit/settings';
import { signWebhook } from '../../kit/webhooks/signature';
import { WebhookSender } from '../../kit/webhooks/webhook-sender';
import { settlePayment } from './decide/settle-payment';
import type { Order } from './order';
import type { Decision, Payment, Refund } from './payment';
import type { PaymentMethodData } from './payment-methods';
import { Records } from './records';
import { paymentView } from './views';

/** Stores decisions, notifies by webhook and settles pending operations, also those from before a restart. */
@Injectable()
export class PaymentService implements Memory {
  readonly records = new Records();
  /** Whether a dispute forbids refunds of a payment; the service of disputes says it. */
  blocksRefunds: (paymentId: string) => boolean = () => false;

  constructor(
    private readonly journal: Journal,
    private readonly settlements: Settlements,
    private readonly sender: WebhookSender,
    private readonly tokens: NetworkTokens,
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
  ) {
    journal.attach(this);
    sender.signWith((webhook) => this.signature(webhook));
  }

  /** Has the network judge a token, which uses its cryptogram up. */
  judged(method: PaymentMethodData): PaymentMethodData {
    if (method.type !== 'network_token') return method;
    return { type: 'judged_token', last4: this.tokens.use(method.number, method.cryptogram) ?? null };
  }

  apply(entry: Numbered<StateEntry>): void {
    if ('order' in entry) this.records.storeOrder(entry['order'] as Order);
    if ('unreferenced_refund' in entry) this.records.storeRefund(entry['unreferenced_refund'] as Refund);
    if (!('payment' in entry)) return;
    this.records.storePayment(entry['payment'] as Payment);
    if (entry['refund']) this.records.storeRefund(entry['refund'] as Refund);
  }

  resume(): void {
    for (const payment of this.records.pendingPayments()) this.scheduleSettlement(payment);
  }

  /** Writes the decision to the ledger and returns the webhook to send, if one is due. */
  commit({ payment, refund, order, effect, event }: Decision, fault: string | null, cause: Cause): Webhook | undefined {
    if (!payment) {
      if (order) this.journal.commit({ connector: order.connector, payment_id: null, fault, order }, undefined);
      if (refund?.recipient) {
        const { connector } = refund.recipient;
        this.journal.commit({ connector, payment_id: null, fault, unreferenced_refund: refund }, effect);
      }
      return undefined;
    }
    const { id, connector, account, webhooks } = payment;
    const changed = { payment, refund: refund ?? null, ...(order && { order }) };
    this.journal.commit({ connector, payment_id: id, fault, ...changed }, effect);
    this.scheduleSettlement(payment);
    if (!event || !webhooks || !this.journal.webhooks.shouldSend(account, webhooks, cause)) return undefined;
    const webhook = this.webhookAbout(payment, webhooks, event);
    this.journal.webhook(id, webhook);
    return webhook;
  }

  private webhookAbout(
    payment: Payment,
    { url, delayMs, copies }: NonNullable<Payment['webhooks']>,
    type: NonNullable<Decision['event']>,
  ): Webhook {
    const id = newId<string>('evt');
    const nowMs = Date.now();
    const data = paymentView(payment, this.settings.publicUrl);
    const body = JSON.stringify({ id, type, created: new Date(nowMs).toISOString(), data });
    return { id, type, url, account: payment.account, dueMs: nowMs + delayMs, copies, body };
  }

  /** Stores an outcome that no response has reported, and notifies by webhook. */
  async commitAndNotify(decision: Decision): Promise<void> {
    const webhook = this.commit(decision, null, 'later');
    await this.journal.flushed();
    if (webhook) this.sender.schedule(webhook);
  }

  private scheduleSettlement({ id, pending }: Payment): void {
    if (pending) this.settlements.schedule(id, pending.atMs, () => this.settle(id));
  }

  private async settle(id: string): Promise<void> {
    const payment = this.records.payment(id, Date.now());
    if (payment) await this.commitAndNotify(settlePayment(payment));
  }

  /** The account's own secret signs, else the one of the sandbox. */
  private signature({ endpoint, account, body }: Webhook): Readonly<Record<string, string>> | undefined {
    if (endpoint !== undefined) return undefined;
    const secret = this.journal.webhooks.secretOf(account) ?? this.settings.webhookSecret;
    return { 'x-test-signature': signWebhook(body, secret, Date.now()) };
  }
}
