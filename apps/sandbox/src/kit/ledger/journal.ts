import type { Effect } from './effect';
import { EffectIndex } from './effect-index';
import type {
  DeliveryEntry,
  EffectEntry,
  LedgerEntry,
  Numbered,
  RecordChange,
  RequestEntry,
  SettingEntry,
  StateEntry,
  Webhook,
} from './entries';
import { LedgerFile } from './ledger-file';
import { WebhookQueue } from '../webhooks/webhook-queue';

/** What a processor holds in memory, restored from the ledger. */
export interface Memory {
  /** Stores what the entry changes. Every memory sees the entries of all processors and ignores those of others. */
  apply?(entry: Numbered<StateEntry>): void;
  /** Runs once after a start, when the whole ledger is applied: schedules what was pending. */
  resume?(): void | Promise<void>;
}

const effectView = (entry: Numbered<EffectEntry>) => {
  const { seq, at, effect, reference, payment_id, amount, currency, connector, fault } = entry;
  return { seq, at, effect, reference, payment_id, amount, currency, connector, fault };
};

/**
 * The memories of the processors and their ledger file, changed together. Memory may be ahead of the disk: no call is
 * answered before `flushed` resolves.
 */
export class Journal {
  readonly effectIndex = new EffectIndex();
  readonly webhooks = new WebhookQueue();
  private readonly memories: Memory[] = [];
  private file: LedgerFile | undefined;

  constructor(private readonly path: string) {}

  /** Only before `open`. */
  attach(memory: Memory): void {
    this.memories.push(memory);
  }

  async open(): Promise<void> {
    this.file = await LedgerFile.open(this.path, (entry) => this.apply(entry));
  }

  async resume(): Promise<void> {
    for (const memory of this.memories) await memory.resume?.();
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
        this.applyToMemories(entry);
        break;
      case 'record':
      case 'event':
      case 'response':
        this.applyToMemories(entry);
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
      case 'request':
        break;
    }
  }

  private applyToMemories(entry: Numbered<StateEntry>): void {
    for (const memory of this.memories) memory.apply?.(entry);
  }

  request(entry: Omit<RequestEntry, 'entry'>): void {
    this.write({ entry: 'request', ...entry });
  }

  /** Stores changed records, and the effect if the change moved money. */
  commit(change: RecordChange, effect: Effect | undefined): void {
    if (!effect) return this.write({ entry: 'record', ...change });
    const { kind, reference, amount, currency } = effect;
    this.write({ entry: 'effect', effect: kind, reference, amount, currency, ...change });
  }

  webhook(payment_id: string | null, webhook: Webhook): void {
    this.write({ entry: 'webhook', payment_id, webhook });
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
