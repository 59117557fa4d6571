import { Inject, Injectable } from '@nestjs/common';
import type { DataOf, JsonObject, Outgoing, Refusal } from '@payorch/contracts';
import {
  isRefusal,
  outgoing,
  refundCreate,
  refundDeclare,
  refundFind,
  refundGet,
  refundCheck,
  refundSync,
  refundUpdate,
  refuse,
} from '@payorch/contracts';
import type { MerchantId, PaymentId, RefundId } from '@payorch/kernel';
import { minorUnitsFromJson, referenceIdPattern } from '@payorch/kernel';
import type { RefundManualUpdateRequest, RefundRequest, RefundSyncRequest, RefundUpdateRequest } from '@payorch/rest';
import { InlineCredentials, namedCredentialsOf } from '../accounts';
import type { Sender } from '../auth';
import { type OutcomeLookup, OwnerClient, type OwnerReply, type RequestContext, requestContextOf } from '../owners';
import { newIdFor, type RequestTrace } from '../request';
import { checkRefundRequest, checkRefundUpdate, isRefundId } from './domain/check-refund-request';

type RefundIds = { merchantId: MerchantId; refundId: RefundId; paymentId: null };

const noReplyRefusal = (refundId: RefundId): Refusal => refuse('no_reply', { refund_id: refundId });

const outcomeLookupOf = (refundIds: RefundIds): OutcomeLookup => ({
  query: outgoing(refundCheck, refundIds),
  ifNoReply: noReplyRefusal(refundIds.refundId),
});

/** Sends refund requests to the owners of payments and refunds and returns their replies. */
@Injectable()
export class Refunds {
  constructor(
    @Inject(OwnerClient) private readonly owner: OwnerClient,
    @Inject(InlineCredentials) private readonly credentials: Pick<InlineCredentials, 'named'>,
  ) {}

  async create(sent: RefundRequest, sender: Sender): OwnerReply {
    const { merchant, trace } = sender;
    const { merchantId } = merchant;
    const refused = checkRefundRequest(sent);
    if (refused) return refused;
    const named = await namedCredentialsOf(this.credentials, sent, merchant);
    if (isRefusal(named)) return named;
    const refundId = (sent.refund_id as RefundId | null | undefined) ?? newIdFor<RefundId>('ref', trace);
    const paymentId = sent.payment_id as PaymentId;
    trace.note?.({ payment_id: paymentId, refund_id: refundId });
    const command = outgoing(refundCreate, {
      merchantId,
      paymentId,
      refundId,
      // A message cannot carry a negative amount; the owner refuses zero alike.
      amount: typeof sent.amount === 'number' ? minorUnitsFromJson(Math.max(0, sent.amount)) : null,
      reason: sent.reason ?? null,
      refundType: sent.refund_type ?? 'instant',
      metadata: (sent.metadata as JsonObject | null | undefined) ?? null,
      splitRefunds: sent.split_refunds ? ({ ...sent.split_refunds } as JsonObject) : null,
      namedMerchant: sent.merchant_id || undefined,
      ...named,
    });
    const query = outgoing(refundFind, { merchantId, paymentId, refundId });
    const context = requestContextOf(sender, 'processorCallMs');
    return this.owner.command(command, context, { query, ifNoReply: noReplyRefusal(refundId) });
  }

  retrieve(refundId: string, forceSync: boolean, sender: Sender): OwnerReply {
    return this.read(refundId, forceSync, sender, {});
  }

  /** `named`: the credentials that the request names; only a sync uses them. */
  private async read(
    refundId: string,
    forceSync: boolean,
    sender: Sender,
    named: Pick<DataOf<typeof refundSync>, 'namedCredentials'>,
  ): OwnerReply {
    const refundIds = this.refundIds(refundId, sender.merchant.merchantId);
    if ('kind' in refundIds) return refundIds;
    if (forceSync)
      return this.command(outgoing(refundSync, { ...refundIds, ...named }), refundIds, sender, 'processorCallMs');
    const { merchantId } = refundIds;
    return this.owner.query(outgoing(refundGet, { merchantId, refundId: refundIds.refundId }), sender);
  }

  async sync({ refund_id, force_sync, ...sent }: RefundSyncRequest, sender: Sender): OwnerReply {
    sender.trace.note?.({ refund_id });
    const named = await namedCredentialsOf(this.credentials, sent, sender.merchant);
    return isRefusal(named) ? named : this.read(refund_id, force_sync ?? false, sender, named);
  }

  async update(refundId: string, sent: RefundUpdateRequest, sender: Sender): OwnerReply {
    const refundIds = checkRefundUpdate(sent) ?? this.refundIds(refundId, sender.merchant.merchantId);
    if ('kind' in refundIds) return refundIds;
    const command = outgoing(refundUpdate, {
      ...refundIds,
      reason: sent.reason ?? null,
      metadata: (sent.metadata as JsonObject | null | undefined) ?? null,
    });
    return this.command(command, refundIds, sender, 'noProcessorCallMs');
  }

  /** For an operator; the body names the merchant, and the refund again at most. */
  async declare(refundId: string, sent: RefundManualUpdateRequest, trace: RequestTrace): OwnerReply {
    const isOther = typeof sent.refund_id === 'string' && sent.refund_id !== refundId;
    if (isOther) return refuse('invalid_value', { field: 'refund_id' });
    const refundIds = this.refundIds(refundId, sent.merchant_id);
    if ('kind' in refundIds) return refundIds;
    const command = outgoing(refundDeclare, {
      ...refundIds,
      status: sent.status ?? null,
      errorCode: sent.error_code ?? null,
      errorMessage: sent.error_message ?? null,
    });
    return this.owner.command(command, { trace, timeout: 'noProcessorCallMs' }, outcomeLookupOf(refundIds));
  }

  private refundIds(refundId: string, merchantId: string): RefundIds | Refusal {
    if (!isRefundId(refundId) || !referenceIdPattern.test(merchantId)) return refuse('refund_not_found');
    return { merchantId: merchantId as MerchantId, refundId: refundId as RefundId, paymentId: null };
  }

  private command(
    command: Outgoing,
    refundIds: RefundIds,
    sender: Sender,
    timeout: RequestContext['timeout'],
  ): OwnerReply {
    return this.owner.command(command, requestContextOf(sender, timeout), outcomeLookupOf(refundIds));
  }
}
