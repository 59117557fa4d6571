import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallDetails, Execution } from '../../kit/calls/call-pipeline';
import { CallPipeline, noDetails } from '../../kit/calls/call-pipeline';
import { headerOf, requestedFaultOf } from '../../kit/calls/callers';
import type { Endpoint, EndpointCalls } from '../../kit/calls/endpoints';
import { pathParam } from '../../kit/calls/endpoints';
import { deliveryOf } from '../../kit/objects/decision';
import { accountDigest } from '../../kit/ledger/account-digest';
import { noToken, notFound } from './answers';
import * as decide from './decide';
import type { Context, Made, WiseCall } from './decide';
import { behaviourOf } from './recipients';
import { WiseService } from './wise.service';

interface WiseEndpoint extends Endpoint {
  readonly decide: (call: WiseCall, context: Context) => Made;
}

/** Wise's interface. */
export const endpoints: readonly WiseEndpoint[] = [
  { method: 'POST', path: 'v1/accounts', kind: 'payout_recipient', decide: decide.createRecipient },
  { method: 'POST', path: 'v3/profiles/:profile/quotes', kind: 'payout_quote', decide: decide.createQuote },
  { method: 'POST', path: 'v1/transfers', kind: 'payout_create', decide: decide.createTransfer },
  { method: 'GET', path: 'v1/transfers', kind: 'payout_lookup', decide: decide.listTransfers },
  { method: 'GET', path: 'v1/transfers/:id', kind: 'payout_lookup', decide: decide.showTransfer },
  { method: 'PUT', path: 'v1/transfers/:id/cancel', kind: 'payout_cancel', decide: decide.cancelTransfer },
  {
    method: 'POST',
    path: 'v3/profiles/:profile/transfers/:id/payments',
    kind: 'payout_fulfill',
    decide: decide.fundTransfer,
  },
  { method: 'POST', path: 'v3/profiles/:profile/subscriptions', kind: 'account', decide: decide.subscribe },
];

const referenceIn = (params: unknown): string | null => {
  const { customerTransactionId } = (params ?? {}) as { readonly customerTransactionId?: unknown };
  return typeof customerTransactionId === 'string' ? customerTransactionId : null;
};

/** Runs the calls of Wise. Any token is accepted; it finds its own objects only. */
@Injectable()
export class WiseCalls implements EndpointCalls<WiseEndpoint> {
  constructor(
    private readonly pipeline: CallPipeline,
    private readonly service: WiseService,
  ) {}

  async run({ kind, decide: made }: WiseEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const params = request.method === 'GET' ? request.query : request.body;
    const call = { id: pathParam(request, 'id'), params };
    const token = headerOf(request, 'authorization');
    if (token === undefined) return this.pipeline.refuse(kind, { ...noDetails, connector: 'wise' }, reply, noToken);
    const account = accountDigest(token);
    const details = this.detailsOf(call, account);
    await this.pipeline.run(
      { kind, details, requestedFault: requestedFaultOf(request) },
      reply,
      ({ variation, webhooks }, fault): Execution => {
        const { reference, paymentId } = details;
        const delivery = deliveryOf(webhooks);
        const context = this.service.contextOf({ account, reference: reference ?? '', variation, delivery });
        const { answer, decision } = made(call, context);
        const cause = { account, fault, request: null, idempotencyKey: null };
        return {
          answer,
          hiddenAnswer: notFound('transfer'),
          paymentIds: paymentId === null ? (decision?.changed ?? []).map(({ id }) => id) : [paymentId],
          webhooks: decision ? this.service.commit(decision, cause) : [],
        };
      },
    );
  }

  private detailsOf({ id, params }: WiseCall, account: string): CallDetails {
    const transfer = this.service.objects.find('transfer', account, id);
    const { reference = referenceIn(params), amount = null, currency = null } = transfer ?? {};
    const isSilent = transfer !== undefined && behaviourOf(transfer.last4).funding === 'silent';
    const cardFault = isSilent ? 'execute_then_hang' : null;
    return { ...noDetails, connector: 'wise', reference, paymentId: transfer?.id ?? null, amount, currency, cardFault };
  }
}
