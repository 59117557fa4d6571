import { newId } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import { KeyedTimers } from '../keyed-timers';
import type { Webhook } from '../ledger/entries';
import type { Journal } from '../ledger/journal';
import { moment } from '../ledger/journal';
import type { SandboxSettings } from '../settings';
import type { WebhookSender } from '../webhooks/webhook-sender';
import { defaultApiVersion, platformAccount } from './account';
import type { EndpointParams } from './decide/endpoints';
import { newEndpoint } from './decide/endpoints';
import type { DecisionContext, EventDraft, StripeDecision } from './decide/decision';
import { stored } from './decide/decision';
import { settleRefund } from './decide/refunds';
import { settleIntent } from './decide/settle-intent';
import type { Delivery, Endpoint, StripeRecord } from './objects/records';
import { Expansion } from './views/expansion';
import type { ViewContext } from './views/view-context';
import { viewOf } from './views/view';

/** The call that led to a decision, as the ledger and the events show it. */
export interface Cause {
  readonly account: string;
  readonly fault: string | null;
  readonly request: string | null;
  readonly idempotencyKey: string | null;
}

const normalDelivery: Delivery = { never: false, copies: 1, delayMs: 0 };

const subscribesTo = ({ enabledEvents, status, deleted }: Endpoint, type: string): boolean =>
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
  return normalDelivery;
};

const pendingOf = (record: StripeRecord) =>
  (record.object === 'payment_intent' || record.object === 'refund') && record.pending ? record.pending : undefined;

/** Stores decisions, publishes their events and settles pending objects, also those from before a restart. */
export class StripeService {
  private readonly timers = new KeyedTimers();

  constructor(
    private readonly journal: Journal,
    private readonly settings: SandboxSettings,
    private readonly sender: WebhookSender,
    private readonly logger: Logger,
  ) {}

  get viewContext(): ViewContext {
    const viewContext: ViewContext = {
      objects: this.journal.stripe.objects,
      publicUrl: this.settings.publicUrl,
      show: (record, expansion) => viewOf(record, viewContext, expansion),
    };
    return viewContext;
  }

  /** Registers the configured endpoint and schedules pending settlements. */
  async resume(): Promise<void> {
    const { webhookUrl } = this.settings.stripe;
    if (webhookUrl !== null) await this.register({ url: webhookUrl, enabledEvents: ['*'] });
    const { objects } = this.journal.stripe;
    for (const record of [...objects.all('payment_intent'), ...objects.all('refund')]) this.scheduleSettlement(record);
  }

  /** Registers an endpoint of the platform; an endpoint at the same URL replaces the earlier one. */
  async register(params: EndpointParams): Promise<Endpoint> {
    const { secret = this.settings.stripe.webhookSecret, url, enabledEvents } = params;
    const known = this.journal.stripe.objects
      .all('webhook_endpoint', platformAccount)
      .find((endpoint) => endpoint.url === url && !endpoint.deleted);
    const endpoint: Endpoint = known
      ? { ...known, secret, enabledEvents, status: 'enabled' }
      : newEndpoint({ ...params, secret }, { account: platformAccount, moment: moment() });
    await this.commitAndNotify(stored(endpoint), platformAccount);
    return endpoint;
  }

  decisionContext(rest: Pick<DecisionContext, 'account' | 'reference'> & Partial<DecisionContext>): DecisionContext {
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

  /** Writes the decision to the ledger and returns the webhooks to send. */
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
    for (const record of changed) this.scheduleSettlement(record);
    const delivery = deliveryOf(changed);
    return events.flatMap((draft) => this.publishEvent(draft, cause, payment_id, delivery));
  }

  private publishEvent(
    { type, record }: EventDraft,
    cause: Cause,
    payment_id: string | null,
    delivery: Delivery,
  ): Webhook[] {
    const id = newId<string>('evt');
    const { account, request, idempotencyKey } = cause;
    const endpoints = this.endpointsOf(account).filter((endpoint) => subscribesTo(endpoint, type));
    const nowMs = Date.now();
    const created = Math.floor(nowMs / 1000);
    const event = {
      id,
      object: 'event',
      ...(account === platformAccount ? {} : { account }),
      api_version: defaultApiVersion,
      created,
      data: { object: viewOf(record, this.viewContext, Expansion.none) },
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

  /** An account's own endpoints, or the platform's endpoints for connected accounts. */
  private endpointsOf(account: string): Endpoint[] {
    return this.journal.stripe.objects
      .all('webhook_endpoint')
      .filter((one) => (one.connect ? account !== platformAccount : one.account === account));
  }

  /** Stores a decision without a waiting caller and sends its webhooks. */
  async commitAndNotify(decision: StripeDecision, account: string): Promise<void> {
    const webhooks = this.commit(decision, { account, fault: null, request: null, idempotencyKey: null });
    await this.journal.flushed();
    for (const webhook of webhooks) this.sender.schedule(webhook);
  }

  private scheduleSettlement(record: StripeRecord): void {
    const pending = pendingOf(record);
    if (pending) this.timers.at(record.id, pending.atMs, () => void this.settle(record));
  }

  private async settle({ object, id, account }: StripeRecord): Promise<void> {
    const record = this.journal.stripe.objects.find(object, account, id);
    if (!record || !pendingOf(record)) return;
    try {
      const context = this.decisionContext({
        account,
        reference: 'reference' in record ? record.reference : id,
      });
      if (record.object === 'payment_intent') await this.commitAndNotify(settleIntent(record, context), account);
      if (record.object === 'refund') await this.commitAndNotify(settleRefund(record, context), account);
    } catch (error) {
      this.logger.error({ object: id, error }, 'settlement not stored');
    }
  }

  close(): void {
    this.timers.close();
  }
}
