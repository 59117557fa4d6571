import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallDetails, Execution } from '../../../kit/calls/call-pipeline';
import type { Refusal } from '../../../kit/calls/refusal';
import type { CallKind } from '../../../kit/faults/fault-registry';
import type { Plan } from '../../../kit/faults/plan';
import type { SandboxSettings } from '../../../kit/settings';
import { CallPipeline, noDetails } from '../../../kit/calls/call-pipeline';
import { answerRefusal } from '../../../kit/calls/refusal';
import { parseFault } from '../../../kit/faults/fault';
import { isLookup } from '../../../kit/faults/fault-registry';
import { accountDigest } from '../../../kit/ledger/account-digest';
import { sandboxSettings } from '../../../kit/settings';
import type { Decision } from '../payment';
import { PaymentService } from '../payment.service';
import { operationOf } from '../records';
import { missingParam, noAuthorization, orderNotFound, paymentNotFound } from '../refusals';
import { answerOf } from './answers';

/** A call as its endpoint parsed it: a refusal, or the decision to execute. */
export type ParsedCall =
  | { readonly refusal: Refusal; readonly details: CallDetails }
  | { readonly details: CallDetails; readonly decide: (plan: Plan) => Decision };

/** Any API key is accepted, but one is required; an unknown fault is refused rather than ignored. */
function headerRefusal(authorization: string | undefined, requestedFault: string | undefined): ParsedCall | undefined {
  if (!authorization) return { refusal: noAuthorization, details: noDetails };
  if (requestedFault !== undefined && !parseFault(requestedFault))
    return { refusal: missingParam('x-sandbox-fault'), details: noDetails };
  return undefined;
}

/** Runs the calls of the test processors: parses, executes, stores and notifies by webhook. */
@Injectable()
export class Calls {
  constructor(
    private readonly pipeline: CallPipeline,
    private readonly payments: PaymentService,
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
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
      return this.pipeline.refuse(kind, parsedCall.details, reply, answerRefusal(parsedCall.refusal));
    }
    const { details, decide } = parsedCall;
    await this.pipeline.run({ kind, details, requestedFault }, reply, (plan, fault) =>
      isLookup(kind) ? this.show(kind, decide(plan)) : this.execute(kind, details.reference, () => decide(plan), fault),
    );
  }

  private show(kind: CallKind, decision: Decision): Execution {
    const answer = answerOf(decision, this.settings.publicUrl);
    if (decision.order) return { answer, paymentIds: [decision.order.id], hiddenAnswer: answerRefusal(orderNotFound) };
    if (!decision.payment || kind !== 'lookup') return { answer };
    return { answer, paymentIds: [decision.payment.id], hiddenAnswer: answerRefusal(paymentNotFound) };
  }

  private execute(kind: CallKind, reference: string | null, decide: () => Decision, fault: string | null): Execution {
    const earlier = this.settings.honourIdempotency ? this.executedBefore(kind, reference) : undefined;
    const decision = earlier ?? decide();
    const webhook = earlier ? undefined : this.payments.commit(decision, fault, 'response');
    return {
      answer: answerOf(decision, this.settings.publicUrl),
      paymentIds: [decision.payment, decision.order].flatMap((one) => one?.id ?? []),
      webhooks: webhook ? [webhook] : [],
    };
  }

  /** Only with idempotency switched on: returns the stored decision of a reference that was executed before. */
  private executedBefore(kind: CallKind, reference: string | null): Decision | undefined {
    if (reference === null) return undefined;
    const { records } = this.payments;
    if (kind === 'refund' || kind === 'unreferenced_refund') {
      const refund = records.refundByReference(reference, Date.now());
      return refund && { refund };
    }
    if (kind === 'order') {
      const order = records.orderByReference(reference, Date.now());
      return order && { order };
    }
    const payment = records.paymentByReference(reference, Date.now());
    const refusal = payment && operationOf(payment, reference)?.error;
    return payment && (refusal ? { payment, refusal } : { payment });
  }
}
