import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@payorch/kernel';
import type { Webhook } from '../../kit/ledger/entries';
import type { Memory } from '../../kit/ledger/journal';
import type { SandboxSettings } from '../../kit/settings';
import { Settlements } from '../../kit/delays/settlements';
import { Journal } from '../../kit/ledger/journal';
import { moment } from '../../kit/moment';
import { sandboxSettings } from '../../kit/settings';
import { signWebhook } from '../../kit/webhooks/signature';
import { WebhookSender } from '../../kit/webhooks/webhook-sender';
import { defaultApiVersion, platformAccount } from './account';
import type { EndpointParams } from './decide/endpoints';
import { newEndpoint } from './decide/endpoints';
import type { DecisionContext, EventDraft, StripeDecision } from './decide/decision';
import { stored } from './decide/decision';
import { settleRefund } from './decide/refunds';
import { settleIntent } from './decide/settle-intent';
import { StripeMemory } from './objects/memory';
import type { Delivery, Endpoint, StripeRecord } from './objects/records';
import type { StripeSettings } from './settings';
import { stripeSettings } from './settings';
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
@Injectable()
export class StripeService implements Memory {
  constructor(
    private readonly journal: Journal,
    private readonly memory: StripeMemory,
    private readonly settlements: Settlements,
    private readonly sender: WebhookSender,
    @Inject(sandboxSettings) private readonly settings: Pick<SandboxSettings, 'publicUrl'>,
    @Inject(stripeSettings) private readonly account: StripeSettings,
  ) {
    journal.attach(this);
    sender.signWith((webhook) => this.signature(webhook));
  }

  get viewContext(): ViewContext {
    const viewContext: ViewContext = {
      objects: this.memory.objects,
      publicUrl: this.settings.publicUrl,
      show: (record, expansion) => viewOf(record, viewContext, expansion),
    };
    return viewContext;
  }

  /** Registers the configured endpoint and schedules pending settlements. */
  async resume(): Promise<void> {
    const { webhookUrl } = this.account;
    if (webhookUrl !== null) await this.register({ url: webhookUrl, enabledEvents: ['*'] });
    const { objects } = this.memory;
    for (const record of [...objects.all('payment_intent'), ...objects.all('refund')]) this.scheduleSettlement(record);
  }

  /** Registers an endpoint of the platform; an endpoint at the same URL replaces the earlier one. */
  async register(params: EndpointParams): Promise<Endpoint> {
    const { secret = this.account.webhookSecret, url, enabledEvents } = params;
    const known = this.memory.objects
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
      objects: this.memory.objects,
      apiVersion: defaultApiVersion,
      moment: moment(),
      variation: {},
      delivery: null,
      settleAfterMs: this.account.settleAfterMs,
      ...rest,
    };
  }

  /** Writes the decision to the ledger and returns the webhooks to send. */
  commit({ changed, events, effect }: StripeDecision, cause: Cause): Webhook[] {
    if (changed.length === 0) return [];
    const payment_id = paymentOf(changed);
    this.journal.commit({ connector: 'stripe', payment_id, fault: cause.fault, objects: changed }, effect);
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
      this.journal.webhook(payment_id, webhook);
      return webhook;
    });
  }

  /** An account's own endpoints, or the platform's endpoints for connected accounts. */
  private endpointsOf(account: string): Endpoint[] {
    return this.memory.objects
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
    if (pending) this.settlements.schedule(record.id, pending.atMs, () => this.settle(record));
  }

  private async settle({ object, id, account }: StripeRecord): Promise<void> {
    const record = this.memory.objects.find(object, account, id);
    if (!record || !pendingOf(record)) return;
    const context = this.decisionContext({ account, reference: 'reference' in record ? record.reference : id });
    if (record.object === 'payment_intent') await this.commitAndNotify(settleIntent(record, context), account);
    if (record.object === 'refund') await this.commitAndNotify(settleRefund(record, context), account);
  }

  /** The endpoint's secret signs. */
  private signature({ endpoint: id, body }: Webhook): Readonly<Record<string, string>> | undefined {
    const endpoint = this.memory.objects.all('webhook_endpoint').find((one) => one.id === id);
    return endpoint && { 'stripe-signature': signWebhook(body, endpoint.secret, Date.now()) };
  }
}
