import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@payorch/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Execution } from '../../../kit/calls/call-pipeline';
import type { Earlier, KeyedRequest } from '../../../kit/calls/idempotency';
import type { CallKind } from '../../../kit/faults/fault-registry';
import type { Plan, WebhookPlan } from '../../../kit/faults/plan';
import { CallPipeline } from '../../../kit/calls/call-pipeline';
import { fingerprintOf } from '../../../kit/calls/idempotency';
import { platformAccount } from '../account';
import type { Refusal } from '../errors';
import { invalidRequest, keyInUse, keyReused, noSuch } from '../errors';
import { StripeMemory } from '../objects/memory';
import type { Delivery } from '../objects/records';
import type { StripeSettings } from '../settings';
import { stripeSettings } from '../settings';
import { StripeService } from '../stripe.service';
import { Expansion } from '../views/expansion';
import { viewOf } from '../views/view';
import { answerRefusal, plainRefusal, stripeFaultResponses } from './answers';
import type { StripeCall, ParsedCall } from './stripe-call';
import {
  accountProblem,
  authorizationProblem,
  bodyProblem,
  detailsOf,
  faultProblem,
  readCall,
  versionProblem,
} from './stripe-call';

const deliveryOf = ({ always, never, copies, delayMs }: WebhookPlan): Delivery | null =>
  always || never ? { never, copies, delayMs } : null;

const maxKeyLength = 255;

function keyProblem(key: string, earlier: Earlier): Refusal | undefined {
  if (key.length > maxKeyLength)
    return invalidRequest(`Idempotency keys must be at most ${maxKeyLength} characters long.`);
  if (earlier === 'running') return keyInUse(key);
  return earlier === 'other_parameters' ? keyReused(key) : undefined;
}

/** What a call needs beside its parameters. */
interface Current {
  readonly call: StripeCall;
  readonly requestId: string;
  readonly keyed?: KeyedRequest;
}

/** Runs the calls of Stripe: authenticates, parses, executes once per key, stores and notifies by webhook. */
@Injectable()
export class StripeCalls {
  constructor(
    private readonly pipeline: CallPipeline,
    private readonly memory: StripeMemory,
    private readonly service: StripeService,
    @Inject(stripeSettings) private readonly settings: StripeSettings,
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
      authorizationProblem(request, this.settings.secretKey) ??
      accountProblem(request) ??
      versionProblem(request) ??
      bodyProblem(request) ??
      faultProblem(call);
    if (refusal) return this.pipeline.refuse(kind, detailsOf(call), reply, plainRefusal(refusal));
    if (call.account !== platformAccount) void reply.header('stripe-account', call.account);
    if (call.key === null) return this.answer(kind, reply, parseCall(call), { call, requestId });
    void reply.header('idempotency-key', call.key);
    const keyed: KeyedRequest = { account: call.account, key: call.key, fingerprint: fingerprintOf(request) };
    await this.runOnce(kind, reply, parseCall, { call, requestId, keyed });
  }

  /** Executes a call once per key. */
  private async runOnce(
    kind: CallKind,
    reply: FastifyReply,
    parseCall: (call: StripeCall) => ParsedCall,
    current: Required<Current>,
  ): Promise<void> {
    const { call, keyed } = current;
    const { idempotency } = this.memory;
    const earlier = idempotency.findEarlier(keyed);
    const refusal = keyProblem(keyed.key, earlier);
    if (refusal) return this.pipeline.refuse(kind, detailsOf(call), reply, plainRefusal(refusal));
    const parsedCall = parseCall(call);
    if (typeof earlier !== 'object') {
      return idempotency.runExclusively(keyed, () => this.answer(kind, reply, parsedCall, current));
    }
    void reply.headers({ 'idempotent-replayed': 'true', 'original-request': earlier.request });
    const details = parsedCall.details ?? detailsOf(call);
    await this.pipeline.run({ kind, details, requestedFault: call.requestedFault }, reply, async () => ({
      answer: await idempotency.replay(earlier),
    }));
  }

  private async answer(kind: CallKind, reply: FastifyReply, parsedCall: ParsedCall, current: Current): Promise<void> {
    const { call } = current;
    if ('refusal' in parsedCall) {
      const answer = answerRefusal(parsedCall.refusal, this.service.viewContext);
      return this.pipeline.refuse(kind, parsedCall.details ?? detailsOf(call), reply, answer);
    }
    const { details } = parsedCall;
    await this.pipeline.run({ kind, details, requestedFault: call.requestedFault }, reply, (plan, fault) =>
      'show' in parsedCall ? this.show(parsedCall) : this.execute(parsedCall, plan, fault, current),
    );
  }

  private async show({ details, show, hidden }: Extract<ParsedCall, { show: unknown }>): Promise<Execution> {
    const answer = { status: 200, body: await show() };
    const id = details.paymentId;
    if (id === null) return { answer };
    const hiddenAnswer = hidden
      ? { status: 200, body: hidden() }
      : plainRefusal(noSuch('payment_intent', id, 'intent', 404));
    return { answer, paymentIds: [id], hiddenAnswer };
  }

  private execute(
    { details, decide, expand, extra }: Extract<ParsedCall, { decide: unknown }>,
    plan: Plan,
    fault: string | null,
    { call, requestId, keyed }: Current,
  ): Execution {
    const { account, apiVersion } = call;
    const delivery = deliveryOf(plan.webhooks);
    const reference = details.reference ?? call.reference;
    const decision = decide(
      this.service.decisionContext({ account, apiVersion, reference, variation: plan.variation, delivery }),
    );
    const { shown, refusal, changed } = decision;
    const cause = { account, fault, request: requestId, idempotencyKey: call.key };
    const webhooks = this.service.commit(decision, cause);
    const { viewContext } = this.service;
    const shownView = shown && viewOf(shown, viewContext, new Expansion(expand ?? []));
    const answer = refusal
      ? answerRefusal(refusal, viewContext)
      : { status: 200, body: { ...shownView, ...extra?.(shown) } };
    // A server error is stored too: Stripe returns it again for the same key.
    if (keyed)
      this.memory.idempotency.store(keyed, requestId, plan.answer === 'fail' ? stripeFaultResponses.failed : answer);
    const paymentIds = changed.flatMap(({ object, id }) => (object === 'payment_intent' ? [id] : []));
    return { answer, paymentIds, webhooks };
  }
}
