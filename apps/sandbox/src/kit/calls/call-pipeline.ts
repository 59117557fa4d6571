import { setTimeout as sleep } from 'node:timers/promises';
import type { Provider } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { latencyMs } from '../delays/latency';
import type { Fault } from '../faults/fault';
import { faultText } from '../faults/fault';
import type { Call, CallKind } from '../faults/fault-registry';
import { FaultRegistry, isLookup } from '../faults/fault-registry';
import type { Plan } from '../faults/plan';
import { planOf } from '../faults/plan';
import type { Webhook } from '../ledger/entries';
import { Journal } from '../ledger/journal';
import type { SandboxSettings } from '../settings';
import { sandboxSettings } from '../settings';
import { WebhookSender } from '../webhooks/webhook-sender';
import type { Answer } from './answer';
import { send, sendRubbish } from './answer';
import { Connections } from './connections';

/** The properties of a call that the ledger and the fault rules use. */
export interface CallDetails extends Omit<Call, 'kind' | 'requestedFault'> {
  readonly currency: string | null;
}

export const noDetails: CallDetails = {
  paymentId: null,
  connector: null,
  reference: null,
  card: null,
  cardFault: null,
  amount: null,
  currency: null,
};

export interface CallRequest {
  readonly kind: CallKind;
  readonly details: CallDetails;
  /** The text of the fault that the call itself requests. */
  readonly requestedFault: string | undefined;
}

/** What a processor made of a call. The pipeline answers only after the ledger has it on disk. */
export interface Execution {
  readonly answer: Answer;
  /** The payments that a fault of this call hides from lookups. */
  readonly paymentIds?: readonly string[];
  /** Of a lookup: the answer while a fault hides its payment. */
  readonly hiddenAnswer?: Answer;
  readonly webhooks?: readonly Webhook[];
}

/** A processor's responses where the sandbox fails, mostly on request. */
export interface FaultResponses {
  readonly failed: Answer;
  readonly tooMany: Answer;
  /** The ledger cannot be written. */
  readonly notStored: Answer;
  /** Returns the answer with every amount one minor unit too high; the stored record stays correct. */
  withWrongAmount(answer: Answer): Answer;
}

/** The steps of every call at every processor: record, choose a fault, execute, store, notify, wait, respond or misbehave. */
export class CallPipeline {
  constructor(
    private readonly journal: Journal,
    private readonly faults: FaultRegistry,
    private readonly settings: SandboxSettings,
    private readonly connections: Connections,
    private readonly sender: WebhookSender,
    private readonly faultResponses: FaultResponses,
  ) {}

  async run(
    { kind, details, requestedFault }: CallRequest,
    reply: FastifyReply,
    execute: (plan: Plan, fault: string | null) => Execution | Promise<Execution>,
  ): Promise<void> {
    const fault = this.faults.choose({ kind, ...details, requestedFault });
    this.recordRequest(kind, details, fault);
    const plan = planOf(fault);
    switch (plan.before) {
      case 'reset':
        return this.connections.reset(reply);
      case 'hang':
        return this.connections.hang(reply);
      case 'fail':
        return send(reply, this.faultResponses.failed);
      case 'too_many':
        return send(reply, this.faultResponses.tooMany);
      case 'execute': {
        const execution = await execute(plan, fault ? faultText(fault) : null);
        return this.finish(reply, kind, plan, await this.store(kind, plan, execution));
      }
    }
  }

  /** Answers a call that is refused before its execution: no fault applies. */
  refuse(kind: CallKind, details: CallDetails, reply: FastifyReply, answer: Answer): void {
    this.recordRequest(kind, details, undefined);
    send(reply, answer);
  }

  private recordRequest(kind: CallKind, details: CallDetails, fault: Fault | undefined): void {
    const { connector, paymentId, reference, amount, currency, card } = details;
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

  private async store(kind: CallKind, plan: Plan, execution: Execution): Promise<Answer> {
    const { answer, paymentIds = [], hiddenAnswer, webhooks = [] } = execution;
    if (plan.hiddenLookups > 0) for (const id of paymentIds) this.faults.hideFromLookups(id, plan.hiddenLookups);
    try {
      await this.journal.flushed();
    } catch {
      return this.faultResponses.notStored;
    }
    await this.sender.dispatch(webhooks, plan.webhooks);
    if (!hiddenAnswer || !isLookup(kind)) return answer;
    return paymentIds.some((id) => this.faults.consumeHiddenLookup(id)) ? hiddenAnswer : answer;
  }

  private async finish(reply: FastifyReply, kind: CallKind, plan: Plan, answer: Answer): Promise<void> {
    const waitMs = plan.delayMs + latencyMs(this.settings.latency, kind, Math.random);
    if (waitMs > 0) await sleep(waitMs);
    switch (isLookup(kind) && plan.hiddenLookups > 0 ? 'whole' : plan.answer) {
      case 'whole':
        return send(reply, answer);
      case 'wrong_amount':
        return send(reply, this.faultResponses.withWrongAmount(answer));
      case 'rubbish':
        return sendRubbish(reply);
      case 'fail':
        return send(reply, this.faultResponses.failed);
      case 'drop':
        return this.connections.drop(reply);
      case 'hang':
        return this.connections.hang(reply);
    }
  }
}

/** Provides the call pipeline of one processor, in the processor's own module. */
export const callPipeline = (faultResponses: FaultResponses): Provider => ({
  provide: CallPipeline,
  inject: [Journal, FaultRegistry, sandboxSettings, Connections, WebhookSender],
  useFactory: (
    journal: Journal,
    faults: FaultRegistry,
    settings: SandboxSettings,
    connections: Connections,
    sender: WebhookSender,
  ) => new CallPipeline(journal, faults, settings, connections, sender, faultResponses),
});
