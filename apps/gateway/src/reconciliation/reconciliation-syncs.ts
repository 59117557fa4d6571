import { Inject, Injectable } from '@nestjs/common';
import {
  type DataOf,
  disputeCheck,
  disputeGet,
  disputeSync,
  isRefusal,
  outgoing,
  type Outgoing,
  paymentCheck,
  paymentSync,
  payoutCheck,
  payoutGet,
  payoutSync,
  refundCheck,
  refundGet,
  refundSync,
  type Refusal,
  type RefusalCode,
  refuse,
} from '@payorch/contracts';
import { type DisputeId, type MerchantId, type PayoutId, type RefundId, referenceIdPattern } from '@payorch/kernel';
import type { ReconciliationSyncRequest } from '@payorch/rest';
import { z } from 'zod';
import { isPaymentId, OwnerClient, paymentQuery } from '../owners';
import type { RequestTrace } from '../request';

/** What the owner is sent about an object: the read, the sync as `force_sync` sends it, and the check of the sync. */
interface Messages {
  readonly read: Outgoing;
  readonly sync: Outgoing;
  readonly check: Outgoing;
}

const caller = { kind: 'merchant' } as const;
const status = z
  .looseObject({ status: z.string().optional(), dispute_status: z.string().optional() })
  .transform(({ status, dispute_status: ofDispute }) => status ?? ofDispute ?? '');

const messagesOf: Readonly<
  Record<ReconciliationSyncRequest['kind'], (merchantId: MerchantId, id: string) => Messages | undefined>
> = {
  payment: (merchantId, paymentId) => {
    if (!isPaymentId(paymentId)) return undefined;
    const about = { merchantId, paymentId, caller, expandAttempts: false, expandCaptures: false };
    const sync: DataOf<typeof paymentSync> = about;
    return {
      read: paymentQuery(about),
      sync: outgoing(paymentSync, sync),
      check: outgoing(paymentCheck, about),
    };
  },
  refund: (merchantId, id) => {
    const about = { merchantId, refundId: id as RefundId, paymentId: null };
    return {
      read: outgoing(refundGet, about),
      sync: outgoing(refundSync, about),
      check: outgoing(refundCheck, about),
    };
  },
  dispute: (merchantId, id) => {
    const about = { merchantId, disputeId: id as DisputeId };
    return {
      read: outgoing(disputeGet, about),
      sync: outgoing(disputeSync, about),
      check: outgoing(disputeCheck, about),
    };
  },
  payout: (merchantId, id) => {
    const about = { merchantId, payoutId: id as PayoutId, caller, expandAttempts: false };
    return {
      read: outgoing(payoutGet, about),
      sync: outgoing(payoutSync, about),
      check: outgoing(payoutCheck, about),
    };
  },
};

const unknown = {
  payment: 'payment_not_found',
  refund: 'refund_not_found',
  dispute: 'dispute_not_found',
  payout: 'payout_not_found',
} as const satisfies Record<ReconciliationSyncRequest['kind'], RefusalCode>;

/** Syncs an object with its processor as `force_sync` does. Its owner decides; nothing is edited. */
@Injectable()
export class ReconciliationSyncs {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>) {}

  async sync(
    { merchant_id: merchantId, kind, id }: ReconciliationSyncRequest,
    trace: RequestTrace,
  ): Promise<object | Refusal> {
    if (!referenceIdPattern.test(merchantId) || !referenceIdPattern.test(id)) return refuse(unknown[kind]);
    const messages = messagesOf[kind](merchantId as MerchantId, id);
    if (!messages) return refuse(unknown[kind]);
    const before = await this.owner.query(messages.read, { trace, timeout: 'noProcessorCallMs' });
    if (isRefusal(before)) return before;
    const after = await this.owner.command(
      messages.sync,
      { trace, timeout: 'processorCallMs' },
      { query: messages.check, ifNoReply: refuse('no_reply') },
    );
    if (isRefusal(after)) return after;
    const [was, is] = [before, after].map((reply) => status.parse(JSON.parse(reply.toString())));
    return { kind, id, merchant_id: merchantId, before: was, after: is, is_changed: was !== is };
  }
}
