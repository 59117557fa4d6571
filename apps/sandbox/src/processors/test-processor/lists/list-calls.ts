import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallPipeline, noDetails } from '../../../kit/calls/call-pipeline';
import { isUnknownFault, requestedFaultOf } from '../../../kit/calls/callers';
import type { EndpointCalls } from '../../../kit/calls/endpoints';
import { answerRefusal } from '../../../kit/calls/refusal';
import { accountDigest } from '../../../kit/ledger/account-digest';
import type { SandboxSettings } from '../../../kit/settings';
import { sandboxSettings } from '../../../kit/settings';
import { disputeView } from '../disputes/dispute';
import { DisputeService } from '../disputes/dispute.service';
import { PaymentService } from '../payment.service';
import { madeView } from '../payouts/payout';
import { PayoutService } from '../payouts/payout.service';
import { missingParam, noAuthorization } from '../refusals';
import { paymentView, refundView } from '../views';
import { type Listed, type ListEndpoint, type ListName, listPage, listQuery } from './lists';

/** Lists what an account made, page by page. */
@Injectable()
export class ListCalls implements EndpointCalls<ListEndpoint> {
  constructor(
    private readonly pipeline: CallPipeline,
    private readonly payments: PaymentService,
    private readonly disputes: DisputeService,
    private readonly payouts: PayoutService,
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
  ) {}

  async run({ kind, list }: ListEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const requestedFault = requestedFaultOf(request);
    const refuse = (refusal: Parameters<typeof answerRefusal>[0]) =>
      this.pipeline.refuse(kind, noDetails, reply, answerRefusal(refusal));
    const { authorization } = request.headers;
    if (!authorization) return refuse(noAuthorization);
    if (isUnknownFault(requestedFault)) return refuse(missingParam('x-sandbox-fault'));
    const query = listQuery.safeParse(request.query);
    if (!query.success) return refuse(missingParam(query.error.issues[0]?.path.join('.') || 'connector'));
    const details = { ...noDetails, connector: query.data.connector };
    await this.pipeline.run({ kind, details, requestedFault }, reply, () => ({
      answer: { status: 200, body: listPage(this.all(list), accountDigest(authorization), query.data) },
    }));
  }

  private all(list: ListName): readonly Listed[] {
    const { records } = this.payments;
    const nowMs = Date.now();
    switch (list) {
      case 'payments':
        return records.allPayments(nowMs).map((one) => ({ ...one, view: paymentView(one, this.settings.publicUrl) }));
      // A refund to a card belongs to no payment, and to no account that could list it.
      case 'refunds':
        return records.allRefunds(nowMs).flatMap((one) => {
          const payment = one.paymentId === null ? undefined : records.payment(one.paymentId, nowMs);
          if (!payment) return [];
          const { account, connector } = payment;
          return [{ id: one.id, createdMs: one.createdMs, account, connector, view: refundView(one) }];
        });
      case 'disputes':
        return this.disputes
          .list()
          .map((one) => ({ ...one, createdMs: Date.parse(one.openedAt), view: disputeView(one) }));
      case 'payouts':
        return this.payouts.list().flatMap((one) => (one.type === 'payout' ? [{ ...one, view: madeView(one) }] : []));
    }
  }
}
