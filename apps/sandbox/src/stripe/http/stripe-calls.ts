import { newId } from '@payorch/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallKind, FaultBook } from '../../faults/fault-book';
import { isLookup } from '../../faults/fault-book';
import type { Plan, WebhookPlan } from '../../faults/plan';
import type { Answer } from '../../http/answers';
import { send } from '../../http/answers';
import type { Course } from '../../http/course';
import type { Webhook } from '../../ledger/entries';
import type { Journal } from '../../ledger/journal';
import type { SandboxSettings } from '../../settings';
import type { WebhookSender } from '../../webhooks/webhook-sender';
import { platformAccount } from '../account';
import type { StripeBook } from '../book';
import type { Refusal } from '../errors';
import { apiFailure, noSuch } from '../errors';
import type { Delivery } from '../objects/records';
import { Expansion } from '../views/expansion';
import { viewOf } from '../views/view';
import { answerRefusal, plainRefusal, stripeVoice } from './answers';
import type { StripeCall, Understood } from './call';
import { authorizationProblem, bodyProblem, factsOf, faultProblem, readCall, versionProblem } from './call';
import type { Idempotency, Keyed } from './idempotency';
import { fingerprintOf } from './idempotency';

const deliveryOf = ({ always, never, copies, delayMs }: WebhookPlan): Delivery | null =>
  always || never ? { never, copies, delayMs } : null;

/** The calls of Stripe: told who asks, understood, executed once a key, made durable, told by webhook. */
export class StripeCalls {
  constructor(
    private readonly journal: Journal,
    private readonly faults: FaultBook,
    private readonly settings: SandboxSettings,
    private readonly sender: WebhookSender,
    private readonly course: Course,
    private readonly book: StripeBook,
    private readonly idempotency: Idempotency,
  ) {}

  async run(
    kind: CallKind,
    request: FastifyRequest,
    reply: FastifyReply,
    understand: (call: StripeCall) => Understood,
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
    if (call.key === null) return this.answer(kind, call, reply, requestId, understand(call));
    void reply.header('idempotency-key', call.key);
    const keyed: Keyed = { account: call.account, key: call.key, fingerprint: fingerprintOf(request) };
    const earlier = this.idempotency.earlier(keyed);
    if (earlier && 'refusal' in earlier) return this.refuse(kind, call, reply, earlier.refusal);
    const understood = understand(call);
    if (earlier) {
      void reply.headers({ 'idempotent-replayed': 'true', 'original-request': earlier.mark.request });
      const facts = understood.facts ?? factsOf(call);
      return this.course.run({ kind, facts, asked: call.asked }, reply, () => this.idempotency.replay(earlier.mark));
    }
    await this.idempotency.during(keyed, () => this.answer(kind, call, reply, requestId, understood, keyed));
  }

  private refuse(kind: CallKind, call: StripeCall, reply: FastifyReply, refusal: Refusal): void {
    this.course.note(kind, factsOf(call), undefined);
    send(reply, plainRefusal(refusal));
  }

  private async answer(
    kind: CallKind,
    call: StripeCall,
    reply: FastifyReply,
    requestId: string,
    understood: Understood,
    keyed?: Keyed,
  ): Promise<void> {
    if ('refusal' in understood) {
      this.course.note(kind, understood.facts ?? factsOf(call), undefined);
      return send(reply, answerRefusal(understood.refusal, this.book.showing));
    }
    const { facts } = understood;
    await this.course.run({ kind, facts, asked: call.asked }, reply, async (plan, fault) =>
      'show' in understood
        ? this.show(kind, understood, plan)
        : this.execute(call, understood, plan, { requestId, fault, keyed }),
    );
  }

  private async show(
    kind: CallKind,
    { facts, show, hidden }: Extract<Understood, { show: unknown }>,
    plan: Plan,
  ): Promise<Answer> {
    const id = facts.paymentId;
    if (id !== null && plan.hiddenLookups > 0) this.faults.hide(id, plan.hiddenLookups);
    if (isLookup(kind) && id !== null && this.faults.takeHidden(id)) {
      return this.onceStored(
        hidden ? { status: 200, body: hidden() } : plainRefusal(noSuch('payment_intent', id, 'intent', 404)),
      );
    }
    return this.onceStored({ status: 200, body: await show() });
  }

  private async execute(
    call: StripeCall,
    { facts, decide, expand, extra }: Extract<Understood, { decide: unknown }>,
    plan: Plan,
    { requestId, fault, keyed }: { requestId: string; fault: string | null; keyed: Keyed | undefined },
  ): Promise<Answer> {
    const { account, apiVersion } = call;
    const delivery = deliveryOf(plan.webhooks);
    const reference = facts.reference ?? call.reference;
    const decision = decide(this.book.bench({ account, apiVersion, reference, variation: plan.variation, delivery }));
    const { shown, refusal } = decision;
    const cause = { account, fault, request: requestId, idempotencyKey: call.key };
    const webhooks = this.book.commit(decision, cause);
    const answer = refusal
      ? answerRefusal(refusal, this.book.showing)
      : {
          status: 200,
          body: { ...(shown && viewOf(shown, this.book.showing, new Expansion(expand ?? []))), ...extra?.(shown) },
        };
    // A server's error is an answer too: Stripe gives it again to whoever asks again.
    if (keyed) this.idempotency.keep(keyed, requestId, plan.answer === 'fail' ? stripeVoice.failed : answer);
    if (plan.hiddenLookups > 0) this.hide(decision.changed, plan.hiddenLookups);
    const stored = await this.onceStored(answer);
    if (stored === answer) await this.dispatch(webhooks, plan);
    return stored;
  }

  /** What was asked, and what came of it, is on disk before anybody is answered. */
  private async onceStored(answer: Answer): Promise<Answer> {
    try {
      await this.journal.settled();
      return answer;
    } catch {
      return plainRefusal(apiFailure);
    }
  }

  private hide(changed: readonly { readonly object: string; readonly id: string }[], lookups: number): void {
    for (const { object, id } of changed) if (object === 'payment_intent') this.faults.hide(id, lookups);
  }

  private async dispatch(webhooks: readonly Webhook[], plan: Plan): Promise<void> {
    if (plan.webhooks.beforeAnswer) await Promise.all(webhooks.map((webhook) => this.sender.deliver(webhook)));
    else for (const webhook of webhooks) this.sender.schedule(webhook);
  }
}
