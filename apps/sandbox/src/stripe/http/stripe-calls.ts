import { newId } from '@payorch/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallKind, FaultRegistry } from '../../faults/fault-registry';
import { isLookup } from '../../faults/fault-registry';
import type { Plan, WebhookPlan } from '../../faults/plan';
import type { Answer } from '../../http/answers';
import { send } from '../../http/answers';
import type { CallPipeline } from '../../http/call-pipeline';
import type { Webhook } from '../../ledger/entries';
import type { Journal } from '../../ledger/journal';
import type { SandboxSettings } from '../../settings';
import type { WebhookSender } from '../../webhooks/webhook-sender';
import { platformAccount } from '../account';
import type { StripeService } from '../stripe-service';
import type { Refusal } from '../errors';
import { apiFailure, noSuch } from '../errors';
import type { Delivery } from '../objects/records';
import { Expansion } from '../views/expansion';
import { viewOf } from '../views/view';
import { answerRefusal, plainRefusal, stripeFaultResponses } from './answers';
import type { StripeCall, ParsedCall } from './stripe-call';
import { authorizationProblem, bodyProblem, detailsOf, faultProblem, readCall, versionProblem } from './stripe-call';
import type { Idempotency, KeyedRequest } from './idempotency';
import { fingerprintOf } from './idempotency';

const deliveryOf = ({ always, never, copies, delayMs }: WebhookPlan): Delivery | null =>
  always || never ? { never, copies, delayMs } : null;

/** Runs the calls of Stripe: authenticates, parses, executes once per key, stores and notifies by webhook. */
export class StripeCalls {
  constructor(
    private readonly journal: Journal,
    private readonly faults: FaultRegistry,
    private readonly settings: SandboxSettings,
    private readonly sender: WebhookSender,
    private readonly pipeline: CallPipeline,
    private readonly service: StripeService,
    private readonly idempotency: Idempotency,
  ) {}

  async run(
    kind: CallKind,
    request: FastifyRequest,
    reply: FastifyReply,
    parseCall: (call: StripeCall) => ParsedCall,
  ): Promise<void> {
    const requestId = newId<string>('req');
    const call = readCall(request);
    void reply.headers({ 'request-id': requestId, 'stripe-version': call.apiVersion });
    const refusal =
      authorizationProblem(request, this.settings.stripe.secretKey) ??
      versionProblem(request) ??
      bodyProblem(request) ??
      faultProblem(call);
    if (refusal) return this.refuse(kind, call, reply, refusal);
    if (call.account !== platformAccount) void reply.header('stripe-account', call.account);
    if (call.key === null) return this.answer(kind, call, reply, requestId, parseCall(call));
    void reply.header('idempotency-key', call.key);
    const keyed: KeyedRequest = { account: call.account, key: call.key, fingerprint: fingerprintOf(request) };
    const earlier = this.idempotency.findEarlier(keyed);
    if (earlier && 'refusal' in earlier) return this.refuse(kind, call, reply, earlier.refusal);
    const parsedCall = parseCall(call);
    if (earlier) {
      void reply.headers({ 'idempotent-replayed': 'true', 'original-request': earlier.position.request });
      const details = parsedCall.details ?? detailsOf(call);
      return this.pipeline.run({ kind, details, requestedFault: call.requestedFault }, reply, () =>
        this.idempotency.replay(earlier.position),
      );
    }
    await this.idempotency.runExclusively(keyed, () => this.answer(kind, call, reply, requestId, parsedCall, keyed));
  }

  private refuse(kind: CallKind, call: StripeCall, reply: FastifyReply, refusal: Refusal): void {
    this.pipeline.recordRequest(kind, detailsOf(call), undefined);
    send(reply, plainRefusal(refusal));
  }

  private async answer(
    kind: CallKind,
    call: StripeCall,
    reply: FastifyReply,
    requestId: string,
    parsedCall: ParsedCall,
    keyed?: KeyedRequest,
  ): Promise<void> {
    if ('refusal' in parsedCall) {
      this.pipeline.recordRequest(kind, parsedCall.details ?? detailsOf(call), undefined);
      return send(reply, answerRefusal(parsedCall.refusal, this.service.viewContext));
    }
    const { details } = parsedCall;
    await this.pipeline.run({ kind, details, requestedFault: call.requestedFault }, reply, async (plan, fault) =>
      'show' in parsedCall
        ? this.show(kind, parsedCall, plan)
        : this.execute(call, parsedCall, plan, { requestId, fault, keyed }),
    );
  }

  private async show(
    kind: CallKind,
    { details, show, hidden }: Extract<ParsedCall, { show: unknown }>,
    plan: Plan,
  ): Promise<Answer> {
    const id = details.paymentId;
    if (id !== null && plan.hiddenLookups > 0) this.faults.hideFromLookups(id, plan.hiddenLookups);
    if (isLookup(kind) && id !== null && this.faults.consumeHiddenLookup(id)) {
      return this.answerOnceStored(
        hidden ? { status: 200, body: hidden() } : plainRefusal(noSuch('payment_intent', id, 'intent', 404)),
      );
    }
    return this.answerOnceStored({ status: 200, body: await show() });
  }

  private async execute(
    call: StripeCall,
    { details, decide, expand, extra }: Extract<ParsedCall, { decide: unknown }>,
    plan: Plan,
    { requestId, fault, keyed }: { requestId: string; fault: string | null; keyed: KeyedRequest | undefined },
  ): Promise<Answer> {
    const { account, apiVersion } = call;
    const delivery = deliveryOf(plan.webhooks);
    const reference = details.reference ?? call.reference;
    const decision = decide(
      this.service.decisionContext({ account, apiVersion, reference, variation: plan.variation, delivery }),
    );
    const { shown, refusal } = decision;
    const cause = { account, fault, request: requestId, idempotencyKey: call.key };
    const webhooks = this.service.commit(decision, cause);
    const answer = refusal
      ? answerRefusal(refusal, this.service.viewContext)
      : {
          status: 200,
          body: {
            ...(shown && viewOf(shown, this.service.viewContext, new Expansion(expand ?? []))),
            ...extra?.(shown),
          },
        };
    // A server error is stored too: Stripe returns it again for the same key.
    if (keyed) this.idempotency.store(keyed, requestId, plan.answer === 'fail' ? stripeFaultResponses.failed : answer);
    if (plan.hiddenLookups > 0) this.hideFromLookups(decision.changed, plan.hiddenLookups);
    const stored = await this.answerOnceStored(answer);
    if (stored === answer) await this.dispatch(webhooks, plan);
    return stored;
  }

  /** Answers only after the request and its outcome are on disk. */
  private async answerOnceStored(answer: Answer): Promise<Answer> {
    try {
      await this.journal.flushed();
      return answer;
    } catch {
      return plainRefusal(apiFailure);
    }
  }

  private hideFromLookups(changed: readonly { readonly object: string; readonly id: string }[], lookups: number): void {
    for (const { object, id } of changed) if (object === 'payment_intent') this.faults.hideFromLookups(id, lookups);
  }

  private async dispatch(webhooks: readonly Webhook[], plan: Plan): Promise<void> {
    if (plan.webhooks.beforeAnswer) await Promise.all(webhooks.map((webhook) => this.sender.deliver(webhook)));
    else for (const webhook of webhooks) this.sender.schedule(webhook);
  }
}
