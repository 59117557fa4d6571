import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Execution } from '../../../kit/calls/call-pipeline';
import { CallPipeline, noDetails } from '../../../kit/calls/call-pipeline';
import { isUnknownFault, requestedFaultOf } from '../../../kit/calls/callers';
import type { EndpointCalls } from '../../../kit/calls/endpoints';
import { pathParam } from '../../../kit/calls/endpoints';
import { answerRefusal } from '../../../kit/calls/refusal';
import type { CallKind } from '../../../kit/faults/fault-registry';
import { isLookup } from '../../../kit/faults/fault-registry';
import { accountDigest } from '../../../kit/ledger/account-digest';
import type { SandboxSettings } from '../../../kit/settings';
import { sandboxSettings } from '../../../kit/settings';
import type { Decision } from '../payment';
import { PaymentService } from '../payment.service';
import { operationOf } from '../records';
import { missingParam, noAuthorization, orderNotFound, paymentNotFound } from '../refusals';
import { answerOf } from './answers';
import type { ParsedCall, TestCall, TestEndpoint } from './endpoints';

/** Runs the calls of the test processors: parses, executes, stores and notifies by webhook. */
@Injectable()
export class Calls implements EndpointCalls<TestEndpoint> {
  constructor(
    private readonly pipeline: CallPipeline,
    private readonly payments: PaymentService,
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
  ) {}

  async run({ kind, parse }: TestEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const requestedFault = requestedFaultOf(request);
    const parsed = this.headerRefusal(request, requestedFault) ?? parse(this.read(request), this.payments);
    const details = { ...noDetails, ...parsed.details };
    if ('refusal' in parsed) return this.pipeline.refuse(kind, details, reply, answerRefusal(parsed.refusal));
    const { decide } = parsed;
    await this.pipeline.run({ kind, details, requestedFault }, reply, (plan, fault) =>
      isLookup(kind) ? this.show(kind, decide(plan)) : this.execute(kind, details.reference, () => decide(plan), fault),
    );
  }

  /** Any API key is accepted, but one is required. */
  private headerRefusal({ headers }: FastifyRequest, requestedFault: string | undefined): ParsedCall | undefined {
    if (!headers.authorization) return { refusal: noAuthorization };
    return isUnknownFault(requestedFault) ? { refusal: missingParam('x-sandbox-fault') } : undefined;
  }

  private read(request: FastifyRequest): TestCall {
    const { headers, body } = request;
    const { reference } = request.query as { readonly reference?: unknown };
    return { account: accountDigest(headers.authorization ?? ''), id: pathParam(request, 'id'), reference, body };
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
