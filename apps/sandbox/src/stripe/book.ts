import { newId } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import { Due } from '../due';
import type { Webhook } from '../ledger/entries';
import type { Journal } from '../ledger/journal';
import { moment } from '../ledger/journal';
import type { SandboxSettings } from '../settings';
import type { WebhookSender } from '../webhooks/webhook-sender';
import { defaultApiVersion, platformAccount } from './account';
import type { EndpointWish } from './decide/endpoints';
import { newEndpoint } from './decide/endpoints';
import type { Bench, EventNote, StripeDecision } from './decide/decision';
import { kept } from './decide/decision';
import { settleRefund } from './decide/refunds';
import { settleIntent } from './decide/settle-intent';
import type { Delivery, Endpoint, StripeRecord } from './objects/records';
import { Expansion } from './views/expansion';
import type { Showing } from './views/showing';
import { viewOf } from './views/view';

/** What led to a decision, as far as the ledger and the events show it. */
export interface Cause {
  readonly account: string;
  readonly fault: string | null;
  readonly request: string | null;
  readonly idempotencyKey: string | null;
}

const plainDelivery: Delivery = { never: false, copies: 1, delayMs: 0 };

const hears = ({ enabledEvents, status, deleted }: Endpoint, type: string): boolean =>
  !deleted && status === 'enabled' && (enabledEvents.includes('*') || enabledEvents.includes(type));

const paymentOf = (changed: readonly StripeRecord[]): string | null => {
  for (const record of changed) {
    if (record.object === 'payment_intent') return record.id;
    if (record.object === 'refund') return record.intent;
  }
  return null;
};

const deliveryOf = (changed: readonly StripeRecord[]): Delivery => {
  for (const record of changed) {
    if ('delivery' in record && record.delivery) return record.delivery;
  }
  return plainDelivery;
};

const hasEnd = (record: StripeRecord) =>
  (record.object === 'payment_intent' || record.object === 'refund') && record.pending ? record.pending : undefined;

/** Keeps what was decided, tells of it, and ends what is pending, also from before a restart. */
export class StripeBook {
  private readonly due = new Due();

  constructor(
    private readonly journal: Journal,
    private readonly settings: SandboxSettings,
    private readonly sender: WebhookSender,
    private readonly logger: Logger,
  ) {}

  get showing(): Showing {
    const showing: Showing = {
      objects: this.journal.stripe.objects,
      publicUrl: this.settings.publicUrl,
      show: (record, expansion) => viewOf(record, showing, expansion),
    };
    return showing;
  }

  /** The configured endpoint is registered; what was left pending goes on. */
  async resume(): Promise<void> {
    const { webhookUrl } = this.settings.stripe;
    if (webhookUrl !== null) await this.register({ url: webhookUrl, enabledEvents: ['*'] });
    const { objects } = this.journal.stripe;
    for (const record of [...objects.all('payment_intent'), ...objects.all('refund')]) this.arm(record);
  }

  /** An endpoint of the platform; one at the same address takes the place of the earlier one. */
  async register(wish: EndpointWish): Promise<Endpoint> {
    const { secret = this.settings.stripe.webhookSecret, url, enabledEvents } = wish;
    const known = this.journal.stripe.objects
      .all('webhook_endpoint', platformAccount)
      .find((endpoint) => endpoint.url === url && !endpoint.deleted);
    const endpoint: Endpoint = known
      ? { ...known, secret, enabledEvents, status: 'enabled' }
      : newEndpoint({ ...wish, secret }, { account: platformAccount, moment: moment() });
    await this.end(kept(endpoint), platformAccount);
    return endpoint;
  }

  bench(rest: Pick<Bench, 'account' | 'reference'> & Partial<Bench>): Bench {
    return {
      objects: this.journal.stripe.objects,
      apiVersion: defaultApiVersion,
      moment: moment(),
      variation: {},
      delivery: null,
      settleAfterMs: this.settings.stripe.settleAfterMs,
      ...rest,
    };
  }

  /** Writes it all down, and gives back the webhooks that are to go out. */
  commit({ changed, events, effect }: StripeDecision, cause: Cause): Webhook[] {
    if (changed.length === 0) return [];
    const payment_id = paymentOf(changed);
    const change = { connector: 'stripe', payment_id, fault: cause.fault, objects: changed };
    if (effect) {
      const { kind, reference, amount, currency } = effect;
      this.journal.write({ entry: 'effect', effect: kind, reference, amount, currency, ...change });
    } else {
      this.journal.write({ entry: 'record', ...change });
    }
    for (const record of changed) this.arm(record);
    const delivery = deliveryOf(changed);
    return events.flatMap((note) => this.tell(note, cause, payment_id, delivery));
  }

  private tell({ type, record }: EventNote, cause: Cause, payment_id: string | null, delivery: Delivery): Webhook[] {
    const id = newId<string>('evt');
    const { account, request, idempotencyKey } = cause;
    const endpoints = this.endpointsOf(account).filter((endpoint) => hears(endpoint, type));
    const nowMs = Date.now();
    const created = Math.floor(nowMs / 1000);
    const event = {
      id,
      object: 'event',
      ...(account === platformAccount ? {} : { account }),
      api_version: defaultApiVersion,
      created,
      data: { object: viewOf(record, this.showing, Expansion.none) },
      livemode: false,
      pending_webhooks: endpoints.length,
      request: { id: request, idempotency_key: idempotencyKey },
      type,
    };
    const body = JSON.stringify(event);
    this.journal.write({ entry: 'event', connector: 'stripe', account, id, type, created, body });
    if (delivery.never) return [];
    return endpoints.map((endpoint) => {
      const webhook: Webhook = {
        id: `${endpoint.id}/${id}`,
        type,
        url: endpoint.url,
        account,
        endpoint: endpoint.id,
        dueMs: nowMs + delivery.delayMs,
        copies: delivery.copies,
        body,
      };
      this.journal.write({ entry: 'webhook', payment_id, webhook });
      return webhook;
    });
  }

  /** An account's own endpoints, and those of the platform that ask for connected accounts. */
  private endpointsOf(account: string): Endpoint[] {
    return this.journal.stripe.objects
      .all('webhook_endpoint')
      .filter((one) => (one.connect ? account !== platformAccount : one.account === account));
  }

  /** Keeps an end that no caller waits for, and tells of it. */
  async end(decision: StripeDecision, account: string): Promise<void> {
    const webhooks = this.commit(decision, { account, fault: null, request: null, idempotencyKey: null });
    await this.journal.settled();
    for (const webhook of webhooks) this.sender.schedule(webhook);
  }

  private arm(record: StripeRecord): void {
    const pending = hasEnd(record);
    if (pending) this.due.at(record.id, pending.atMs, () => void this.settle(record));
  }

  private async settle({ object, id, account }: StripeRecord): Promise<void> {
    const record = this.journal.stripe.objects.find(object, account, id);
    if (!record || !hasEnd(record)) return;
    try {
      const bench = this.bench({ account, reference: 'reference' in record ? record.reference : id });
      if (record.object === 'payment_intent') await this.end(settleIntent(record, bench), account);
      if (record.object === 'refund') await this.end(settleRefund(record, bench), account);
    } catch (error) {
      this.logger.error({ object: id, error }, 'settlement not stored');
    }
  }

  close(): void {
    this.due.close();
  }
}
