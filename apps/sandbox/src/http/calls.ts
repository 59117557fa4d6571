import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../faults/fault';
import { faultText, parseFault } from '../faults/fault';
import type { Call, CallKind, FaultBook } from '../faults/fault-book';
import type { Plan } from '../faults/plan';
import { planOf } from '../faults/plan';
import type { Webhook } from '../ledger/entries';
import type { Journal } from '../ledger/journal';
import type { Decision } from '../processor/payment';
import { operationOf } from '../processor/records';
import type { Refusal } from '../processor/refusals';
import { missingParam, noAuthorization, notStored, paymentNotFound, somethingWentWrong } from '../processor/refusals';
import type { SandboxSettings } from '../settings';
import { latencyMs } from '../settings';
import type { Settlements } from '../settlements';
import type { WebhookSender } from '../webhooks/webhook-sender';
import type { Answer } from './answers';
import { answerOf, answerRefusal, send, sendRubbish, withWrongAmount } from './answers';
import type { Connections } from './connections';

/** What the ledger and the fault rules may know of a call. */
export interface Facts extends Omit<Call, 'kind' | 'asked'> {
  readonly paymentId: string | null;
  readonly currency: string | null;
}

/** A call as its endpoint understood it: refused as it stands, or what to do for it. */
export type Understood =
  | { readonly refusal: Refusal; readonly facts: Facts }
  | { readonly facts: Facts; readonly decide: (plan: Plan) => Decision };

export const noFacts: Facts = {
  paymentId: null,
  connector: null,
  reference: null,
  card: null,
  amount: null,
  currency: null,
};

const isLookup = (kind: CallKind): boolean => kind === 'lookup' || kind === 'refund_lookup';
/** Stands for an api key wherever something is written down. */
export const accountDigest = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex').slice(0, 16);

/** Any key is good, but there must be one; a fault that nobody knows is better refused than not played. */
function refusedAtOnce(authorization: string | undefined, asked: string | undefined): Understood | undefined {
  if (!authorization) return { refusal: noAuthorization, facts: noFacts };
  if (asked !== undefined && !parseFault(asked)) return { refusal: missingParam('x-sandbox-fault'), facts: noFacts };
  return undefined;
}

/** The course of every call: understand, note, choose a fault, execute, make durable, wait, answer or misbehave. */
export class Calls {
  constructor(
    private readonly journal: Journal,
    private readonly faults: FaultBook,
    private readonly settings: SandboxSettings,
    private readonly settlements: Settlements,
    private readonly sender: WebhookSender,
    private readonly connections: Connections,
  ) {}

  async run(
    kind: CallKind,
    request: FastifyRequest,
    reply: FastifyReply,
    understand: (account: string) => Understood,
  ): Promise<void> {
    const { authorization, 'x-sandbox-fault': header } = request.headers;
    const asked = typeof header === 'string' ? header : undefined;
    const understood = refusedAtOnce(authorization, asked) ?? understand(accountDigest(authorization ?? ''));
    if ('refusal' in understood) {
      this.note(kind, understood.facts, undefined);
      return send(reply, answerRefusal(understood.refusal));
    }
    const fault = this.faults.choose({ kind, ...understood.facts, asked });
    this.note(kind, understood.facts, fault);
    const plan = planOf(fault);
    switch (plan.before) {
      case 'reset':
        return this.connections.reset(reply);
      case 'hang':
        return this.connections.hang(reply);
      case 'fail':
        return send(reply, answerRefusal(somethingWentWrong));
      case 'execute':
        return this.finish(reply, kind, plan, await this.execute(kind, understood, plan, fault));
    }
  }

  private note(kind: CallKind, facts: Facts, fault: Fault | undefined): void {
    const { connector, paymentId, reference, amount, currency, card } = facts;
    this.journal.request({
      kind,
      connector,
      payment_id: paymentId,
      reference,
      amount,
      currency,
      card: card && card.slice(-4),
      fault: fault ? faultText(fault) : null,
    });
  }

  private async execute(
    kind: CallKind,
    { facts, decide }: Extract<Understood, { decide: unknown }>,
    plan: Plan,
    fault: Fault | undefined,
  ): Promise<Answer> {
    const earlier = this.settings.honourIdempotency ? this.executedBefore(kind, facts.reference) : undefined;
    const decision = earlier ?? decide(plan);
    const { payment } = decision;
    const webhook =
      isLookup(kind) || earlier ? undefined : this.journal.commit(decision, fault ? faultText(fault) : null, 'answer');
    if (payment && plan.hiddenLookups > 0) this.faults.hide(payment.id, plan.hiddenLookups);
    try {
      await this.journal.settled();
    } catch {
      return answerRefusal(notStored);
    }
    if (payment && !isLookup(kind)) this.settlements.arm(payment);
    if (webhook) await this.dispatch(webhook, plan);
    if (kind === 'lookup' && payment && this.faults.takeHidden(payment.id)) return answerRefusal(paymentNotFound);
    return answerOf(decision, this.settings.publicUrl);
  }

  /** Only where the setting asks for it: a reference that was executed is answered from the record. */
  private executedBefore(kind: CallKind, reference: string | null): Decision | undefined {
    if (reference === null || isLookup(kind)) return undefined;
    if (kind === 'refund') {
      const refund = this.journal.records.refundByReference(reference, Date.now());
      return refund && { refund };
    }
    const payment = this.journal.records.paymentByReference(reference, Date.now());
    const refusal = payment && operationOf(payment, reference)?.error;
    return payment && (refusal ? { payment, refusal } : { payment });
  }

  private async dispatch(webhook: Webhook, plan: Plan): Promise<void> {
    if (plan.webhooks.beforeAnswer) await this.sender.deliver(webhook);
    else this.sender.schedule(webhook);
  }

  private async finish(reply: FastifyReply, kind: CallKind, plan: Plan, answer: Answer): Promise<void> {
    const waitMs = plan.delayMs + latencyMs(this.settings.latency, kind, Math.random);
    if (waitMs > 0) await sleep(waitMs);
    switch (isLookup(kind) && plan.hiddenLookups > 0 ? 'whole' : plan.answer) {
      case 'whole':
        return send(reply, answer);
      case 'wrong_amount':
        return send(reply, withWrongAmount(answer));
      case 'rubbish':
        return sendRubbish(reply);
      case 'fail':
        return send(reply, answerRefusal(somethingWentWrong));
      case 'drop':
        return this.connections.drop(reply);
      case 'hang':
        return this.connections.hang(reply);
    }
  }
}
