import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallPipeline, noDetails } from '../../../kit/calls/call-pipeline';
import { isUnknownFault, requestedFaultOf } from '../../../kit/calls/callers';
import { type EndpointCalls, pathParam } from '../../../kit/calls/endpoints';
import { answerRefusal } from '../../../kit/calls/refusal';
import { isLookup } from '../../../kit/faults/fault-registry';
import { accountDigest } from '../../../kit/ledger/account-digest';
import { missingParam, noAuthorization, payoutNotFound } from '../refusals';
import type { ParsedPayoutCall, PayoutEndpoint } from './endpoints';
import { type Decision, type Made, madeView } from './payout';
import { PayoutService } from './payout.service';
import { scenarioBy, scenarios } from './scenarios';

const answerOf = ({ made, refusal }: Decision) => {
  if (refusal || !made) return answerRefusal(refusal ?? payoutNotFound);
  return { status: 200, body: madeView(made) };
};

/** Runs the calls about payouts. One operation is executed once: a repeated call gets the answer of the first. */
@Injectable()
export class PayoutCalls implements EndpointCalls<PayoutEndpoint> {
  constructor(
    private readonly pipeline: CallPipeline,
    private readonly payouts: PayoutService,
  ) {}

  async run(endpoint: PayoutEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const requestedFault = requestedFaultOf(request);
    const parsed = this.refusalOf(request, requestedFault) ?? this.parsed(endpoint, request);
    if (!('decide' in parsed)) return this.pipeline.refuse(endpoint.kind, noDetails, reply, answerRefusal(parsed));
    const made = this.named(request);
    const details = { ...noDetails, ...detailsOf(parsed, made) };
    const { kind } = parsed;
    await this.pipeline.run({ kind, details, requestedFault }, reply, (plan, fault) => {
      const earlier = this.executedBefore(parsed);
      const decision = earlier ?? parsed.decide(plan);
      const isChange = !earlier && !isLookup(kind);
      const webhook = isChange ? this.payouts.commit(decision, fault, 'response') : undefined;
      return {
        answer: answerOf(decision),
        paymentIds: decision.made ? [decision.made.id] : [],
        hiddenAnswer: answerRefusal(payoutNotFound),
        webhooks: webhook ? [webhook] : [],
      };
    });
  }

  private refusalOf({ headers }: FastifyRequest, requestedFault: string | undefined) {
    if (!headers.authorization) return noAuthorization;
    return isUnknownFault(requestedFault) ? missingParam('x-sandbox-fault') : undefined;
  }

  private parsed({ parse }: PayoutEndpoint, request: FastifyRequest) {
    const account = accountDigest(request.headers.authorization ?? '');
    const parsed = parse({ account, made: this.named(request), body: request.body });
    return typeof parsed === 'string' ? missingParam(parsed) : parsed;
  }

  /** What the path names by its id, or the query by a reference. */
  private named(request: FastifyRequest): Made | undefined {
    const { reference } = request.query as { readonly reference?: unknown };
    const id = pathParam(request, 'id');
    return id === '' ? this.payouts.findByReference(String(reference)) : this.payouts.find(id);
  }

  private executedBefore({ reference }: ParsedPayoutCall): Decision | undefined {
    const made = reference === null ? undefined : this.payouts.findByReference(reference);
    if (!made) return undefined;
    const own = made.type === 'payout' ? made.operations.find((one) => one.reference === reference) : undefined;
    return own?.error ? { made, refusal: own.error } : { made };
  }
}

/** The properties of a call for the ledger and for faults: that of its scenario is played by the fulfilment. */
function detailsOf({ reference, request }: ParsedPayoutCall, made: Made | undefined) {
  const scenario = request ? scenarioBy(request.number, request.amount)?.name : made?.scenario;
  return {
    reference,
    paymentId: made?.id ?? null,
    connector: request?.connector ?? made?.connector ?? null,
    amount: request?.amount ?? null,
    currency: request?.currency ?? null,
    card: request?.number ?? null,
    cardFault: scenarios.find(({ name }) => name === scenario)?.fault ?? null,
  };
}
