import { Inject, Injectable } from '@nestjs/common';
import { Settlements } from '../../kit/delays/settlements';
import { Journal } from '../../kit/ledger/journal';
import { moment } from '../../kit/moment';
import type { EventDraft } from '../../kit/objects/decision';
import { secondsOf } from '../../kit/objects/decision';
import { Expansion } from '../../kit/objects/expansion';
import type { Cause } from '../../kit/objects/object-service';
import { ObjectService } from '../../kit/objects/object-service';
import type { SandboxSettings } from '../../kit/settings';
import { sandboxSettings } from '../../kit/settings';
import { signWebhook } from '../../kit/webhooks/signature';
import { WebhookSender } from '../../kit/webhooks/webhook-sender';
import { defaultApiVersion, platformAccount } from './account';
import type { DecisionContext, StripeDecision } from './decide/decision';
import { stored, unchanged } from './decide/decision';
import type { EndpointParams } from './decide/endpoints';
import { newEndpoint } from './decide/endpoints';
import { settleDispute } from './decide/disputes';
import { settlePayout } from './decide/payouts';
import { settleRefund } from './decide/refunds';
import { settleIntent } from './decide/settle-intent';
import type { Refusal } from './errors';
import { StripeMemory } from './objects/memory';
import type { Endpoint, StripeRecord } from './objects/records';
import type { StripeObjects } from './objects/store';
import type { StripeSettings } from './settings';
import { stripeSettings } from './settings';
import type { StripeViewContext } from './views/view';
import { viewOf } from './views/view';

type ContextParts = Pick<DecisionContext, 'account' | 'reference'> & Partial<DecisionContext>;

/** Stores Stripe's decisions, publishes their events and settles pending payments, refunds, payouts and disputes. */
@Injectable()
export class StripeService extends ObjectService<StripeRecord, Refusal> {
  protected readonly settlingKinds = ['payment_intent', 'refund', 'payout', 'dispute'] as const;

  constructor(
    journal: Journal,
    readonly memory: StripeMemory,
    settlements: Settlements,
    sender: WebhookSender,
    @Inject(sandboxSettings) private readonly settings: Pick<SandboxSettings, 'publicUrl'>,
    @Inject(stripeSettings) private readonly account: StripeSettings,
  ) {
    super('stripe', journal, settlements, sender);
  }

  get objects(): StripeObjects {
    return this.memory.objects;
  }

  get viewContext(): StripeViewContext {
    return { objects: this.objects, publicUrl: this.settings.publicUrl };
  }

  /** Registers the configured endpoint, too. */
  override async resume(): Promise<void> {
    const { webhookUrl } = this.account;
    if (webhookUrl !== null) await this.register({ url: webhookUrl, enabled_events: ['*'] });
    await super.resume();
  }

  /** Registers an endpoint of the platform; an endpoint at the same URL for the same accounts replaces the earlier one. */
  async register(params: EndpointParams): Promise<Endpoint> {
    const { secret = this.account.webhookSecret, url, enabled_events, connect = false } = params;
    const known = this.objects
      .all('webhook_endpoint', platformAccount)
      .find((endpoint) => endpoint.url === url && endpoint.connect === connect && !endpoint.deleted);
    const endpoint: Endpoint = known
      ? { ...known, secret, enabled_events, status: 'enabled' }
      : newEndpoint({ ...params, secret }, { account: platformAccount, moment: moment() });
    await this.commitAndNotify(stored(endpoint), platformAccount);
    return endpoint;
  }

  decisionContext({ account, reference, ...rest }: ContextParts): DecisionContext {
    const { apiVersion = defaultApiVersion, variation = {}, delivery = null } = rest;
    const { settleAfterMs } = this.account;
    const { objects } = this;
    return { account, reference, apiVersion, variation, delivery, moment: moment(), objects, settleAfterMs };
  }

  /** Events about a recipient's account are that account's own. */
  override commit(decision: StripeDecision, cause: Cause) {
    const recipient = decision.changed.find(({ object }) => object === 'account');
    return super.commit(decision, recipient ? { ...cause, account: recipient.id } : cause);
  }

  protected paymentOf(changed: readonly StripeRecord[]): string | null {
    const payment = changed.find(({ object }) => ['payment_intent', 'refund', 'dispute'].includes(object));
    return payment && 'payment_intent' in payment ? payment.payment_intent : (payment?.id ?? null);
  }

  protected settled(record: StripeRecord): StripeDecision {
    if (record.object === 'payout') return settlePayout(record);
    if (record.object === 'dispute') return settleDispute(record);
    if (record.object !== 'payment_intent' && record.object !== 'refund') return unchanged;
    const { account, reference } = record;
    const context = this.decisionContext({ account, reference });
    return record.object === 'refund' ? settleRefund(record, context) : settleIntent(record, context);
  }

  /** An account's own endpoints, or the platform's endpoints for connected accounts. */
  protected receivers(account?: string): Endpoint[] {
    const all = this.objects.all('webhook_endpoint');
    if (account === undefined) return all;
    return all.filter((one) => (one.connect ? account !== platformAccount : one.account === account));
  }

  protected eventBody(id: string, [type, record]: EventDraft<StripeRecord>, cause: Cause, receivers: number): object {
    const { account, request, idempotencyKey } = cause;
    return {
      id,
      object: 'event',
      ...(account !== platformAccount && { account }),
      api_version: defaultApiVersion,
      created: secondsOf(Date.now()),
      data: { object: viewOf(record, this.viewContext, Expansion.none) },
      livemode: false,
      pending_webhooks: receivers,
      request: { id: request, idempotency_key: idempotencyKey },
      type,
    };
  }

  protected sign(body: string, secret: string) {
    return { 'stripe-signature': signWebhook(body, secret, Date.now()) };
  }
}
