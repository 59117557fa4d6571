import { newId } from '@payorch/kernel';
import type { Decision, Moment, Payment } from '../processor/payment';
import { Records } from '../processor/records';
import { paymentView } from '../processor/views';
import type { SandboxSettings } from '../settings';
import type {
  DeliveryEntry,
  EffectEntry,
  LedgerEntry,
  Numbered,
  RecordEntry,
  RequestEntry,
  SettingEntry,
  Webhook,
} from './entries';
import { LedgerFile } from './ledger-file';
import { StripeMemory } from '../stripe/objects/memory';
import { EffectIndex } from './effect-index';
import type { Cause } from './webhook-queue';
import { WebhookQueue } from './webhook-queue';

export const moment = (): Moment => ({ nowMs: Date.now(), newId });

const effectView = (entry: Numbered<EffectEntry>) => {
  const { seq, at, effect, reference, payment_id, amount, currency, connector, fault } = entry;
  return { seq, at, effect, reference, payment_id, amount, currency, connector, fault };
};

/**
 * The processor's memory and its ledger file, changed together. Memory may be ahead of the disk: no call is answered
 * before `flushed` resolves.
 */
export class Journal {
  readonly records = new Records();
  readonly effectIndex = new EffectIndex();
  readonly webhooks = new WebhookQueue();
  readonly stripe: StripeMemory;
  private file: LedgerFile | undefined;

  constructor(
    private readonly path: string,
    private readonly settings: Pick<SandboxSettings, 'publicUrl' | 'stripe'>,
  ) {
    this.stripe = new StripeMemory(settings.stripe.maxEndedRetained);
  }

  async open(): Promise<void> {
    this.file = await LedgerFile.open(this.path, (entry) => this.apply(entry));
  }

  private get ledger(): LedgerFile {
    if (!this.file) throw new Error('the ledger is not open');
    return this.file;
  }

  write(entry: LedgerEntry): void {
    this.apply(this.ledger.append(entry));
  }

  private apply(entry: Numbered): void {
    switch (entry.entry) {
      case 'effect':
        this.effectIndex.add(entry);
        this.storeRecords(entry);
        break;
      case 'record':
        this.storeRecords(entry);
        break;
      case 'webhook':
        this.webhooks.enqueue(entry.webhook);
        break;
      case 'delivery':
        this.webhooks.recordDelivery(entry);
        break;
      case 'webhook_setting':
        this.webhooks.applySetting(entry);
        break;
      case 'event':
        this.stripe.storeEvent(entry);
        break;
      case 'answer':
        this.stripe.storeAnswer(entry);
        break;
      case 'request':
        break;
    }
  }

  private storeRecords(entry: EffectEntry | RecordEntry): void {
    if ('objects' in entry) {
      for (const object of entry.objects) this.stripe.objects.store(object);
      return;
    }
    this.records.storePayment(entry.payment);
    if (entry.refund) this.records.storeRefund(entry.refund);
  }

  request(entry: Omit<RequestEntry, 'entry'>): void {
    this.write({ entry: 'request', ...entry });
  }

  /** Stores a decision and its webhook, if one is due; returns the webhook for delivery. */
  commit({ payment, refund, effect, event }: Decision, fault: string | null, cause: Cause): Webhook | undefined {
    if (!payment) return undefined;
    const change = { connector: payment.connector, payment_id: payment.id, fault, payment, refund: refund ?? null };
    if (effect) {
      const { kind, reference, amount, currency } = effect;
      this.write({ entry: 'effect', effect: kind, reference, amount, currency, ...change });
    } else {
      this.write({ entry: 'record', ...change });
    }
    if (!event || !this.webhooks.shouldSend(payment, cause)) return undefined;
    const webhook = this.webhookAbout(payment, event);
    if (webhook) this.write({ entry: 'webhook', payment_id: payment.id, webhook });
    return webhook;
  }

  private webhookAbout(payment: Payment, type: NonNullable<Decision['event']>): Webhook | undefined {
    if (!payment.webhooks) return undefined;
    const id = newId<string>('evt');
    const { url, delayMs } = payment.webhooks;
    const nowMs = Date.now();
    const data = paymentView(payment, this.settings.publicUrl);
    const body = JSON.stringify({ id, type, created: new Date(nowMs).toISOString(), data });
    return { id, type, url, account: payment.account, dueMs: nowMs + delayMs, copies: payment.webhooks.copies, body };
  }

  delivery(entry: Omit<DeliveryEntry, 'entry'>): void {
    this.write({ entry: 'delivery', ...entry });
  }

  webhookSetting(setting: Omit<SettingEntry, 'entry'>): void {
    this.write({ entry: 'webhook_setting', ...setting });
  }

  flushed(): Promise<void> {
    return this.ledger.flushed();
  }

  async entry(seq: number): Promise<Numbered | undefined> {
    return (await this.ledger.since(seq - 1, 1))[0];
  }

  /** Returns the effects of one operation, or of a payment by its own id. */
  async effectsOf(reference: string) {
    const entries = await Promise.all(this.effectIndex.of(reference).map((seq) => this.entry(seq)));
    return entries.flatMap((entry) => (entry?.entry === 'effect' ? [effectView(entry)] : []));
  }

  entriesSince(seq: number, limit: number): Promise<Numbered[]> {
    return this.ledger.since(seq, limit);
  }

  async close(): Promise<void> {
    await this.file?.close();
  }
}
