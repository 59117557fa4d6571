import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Fault } from '../faults/fault';
import { faultText } from '../faults/fault';
import type { Call, CallKind, FaultRegistry } from '../faults/fault-registry';
import { isLookup } from '../faults/fault-registry';
import type { Plan } from '../faults/plan';
import { planOf } from '../faults/plan';
import type { Journal } from '../ledger/journal';
import type { SandboxSettings } from '../settings';
import { latencyMs } from '../settings';
import type { Answer } from './answers';
import { send, sendRubbish } from './answers';
import type { Connections } from './connections';

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

/** A processor's responses under faults that every processor shares. */
export interface FaultResponses {
  readonly failed: Answer;
  readonly tooMany: Answer;
  /** Returns the answer with every amount one minor unit too high; the stored record stays correct. */
  withWrongAmount(answer: Answer): Answer;
}

/** The steps of every call at every processor: record, choose a fault, execute, wait, respond or misbehave. */
export class CallPipeline {
  constructor(
    private readonly journal: Journal,
    private readonly faults: FaultRegistry,
    private readonly settings: SandboxSettings,
    private readonly connections: Connections,
    private readonly faultResponses: FaultResponses,
  ) {}

  async run(
    call: { readonly kind: CallKind; readonly details: CallDetails; readonly requestedFault: string | undefined },
    reply: FastifyReply,
    execute: (plan: Plan, fault: string | null) => Promise<Answer>,
  ): Promise<void> {
    const { kind, details, requestedFault } = call;
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
      case 'execute':
        return this.finish(reply, kind, plan, await execute(plan, fault ? faultText(fault) : null));
    }
  }

  recordRequest(kind: CallKind, details: CallDetails, fault: Fault | undefined): void {
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
