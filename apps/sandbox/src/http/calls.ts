import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseFault } from '../faults/fault';
import type { CallKind, FaultRegistry } from '../faults/fault-registry';
import { isLookup } from '../faults/fault-registry';
import type { Plan } from '../faults/plan';
import type { Webhook } from '../ledger/entries';
import type { Journal } from '../ledger/journal';
import type { Decision } from '../processor/payment';
import { operationOf } from '../processor/records';
import type { Refusal } from '../processor/refusals';
import {
  missingParam,
  noAuthorization,
  notStored,
  paymentNotFound,
  somethingWentWrong,
  tooManyRequests,
} from '../processor/refusals';
import type { SandboxSettings } from '../settings';
import type { Settlements } from '../settlements';
import type { WebhookSender } from '../webhooks/webhook-sender';
import type { Answer } from './answers';
import { answerOf, answerRefusal, send, withWrongAmount } from './answers';
import type { CallDetails, FaultResponses } from './call-pipeline';
import { CallPipeline, noDetails } from './call-pipeline';

/** A call as its endpoint parsed it: a refusal, or the decision to execute. */
export type ParsedCall =
  | { readonly refusal: Refusal; readonly details: CallDetails }
  | { readonly details: CallDetails; readonly decide: (plan: Plan) => Decision };

/** The fault responses of the test processors. */
export const testFaultResponses: FaultResponses = {
  failed: answerRefusal(somethingWentWrong),
  tooMany: answerRefusal(tooManyRequests),
  withWrongAmount,
};

/** Replaces an API key in the ledger and in records. */
export const accountDigest = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex').slice(0, 16);

/** Any API key is accepted, but one is required; an unknown fault is refused rather than ignored. */
function headerRefusal(authorization: string | undefined, requestedFault: string | undefined): ParsedCall | undefined {
  if (!authorization) return { refusal: noAuthorization, details: noDetails };
  if (requestedFault !== undefined && !parseFault(requestedFault))
    return { refusal: missingParam('x-sandbox-fault'), details: noDetails };
  return undefined;
}

/** Runs the calls of the test processors: parses, executes, stores and notifies by webhook. */
export class Calls {
  constructor(
    private readonly journal: Journal,
    private readonly faults: FaultRegistry,
    private readonly settings: SandboxSettings,
    private readonly settlements: Settlements,
    private readonly sender: WebhookSender,
    private readonly pipeline: CallPipeline,
  ) {}

  async run(
    kind: CallKind,
    request: FastifyRequest,
    reply: FastifyReply,
    parseCall: (account: string) => ParsedCall,
  ): Promise<void> {
    const { authorization, 'x-sandbox-fault': header } = request.headers;
    const requestedFault = typeof header === 'string' ? header : undefined;
    const parsedCall = headerRefusal(authorization, requestedFault) ?? parseCall(accountDigest(authorization ?? ''));
    if ('refusal' in parsedCall) {
      this.pipeline.recordRequest(kind, parsedCall.details, undefined);
      return send(reply, answerRefusal(parsedCall.refusal));
    }
    await this.pipeline.run({ kind, details: parsedCall.details, requestedFault }, reply, (plan, fault) =>
      this.execute(kind, parsedCall, plan, fault),
    );
  }

  private async execute(
    kind: CallKind,
    { details, decide }: Extract<ParsedCall, { decide: unknown }>,
    plan: Plan,
    fault: string | null,
  ): Promise<Answer> {
    const earlier = this.settings.honourIdempotency ? this.executedBefore(kind, details.reference) : undefined;
    const decision = earlier ?? decide(plan);
    const { payment } = decision;
    const webhook = isLookup(kind) || earlier ? undefined : this.journal.commit(decision, fault, 'answer');
    if (payment && plan.hiddenLookups > 0) this.faults.hideFromLookups(payment.id, plan.hiddenLookups);
    try {
      await this.journal.flushed();
    } catch {
      return answerRefusal(notStored);
    }
    if (payment && !isLookup(kind)) this.settlements.schedule(payment);
    if (webhook) await this.dispatch(webhook, plan);
    if (kind === 'lookup' && payment && this.faults.consumeHiddenLookup(payment.id))
      return answerRefusal(paymentNotFound);
    return answerOf(decision, this.settings.publicUrl);
  }

  /** Only with idempotency switched on: returns the stored decision of a reference that was executed before. */
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
}
