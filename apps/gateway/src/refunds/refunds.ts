import type { JsonObject, Outgoing, Refusal } from '@payorch/contracts';
import {
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
import type { AuthenticatedMerchant } from '../auth/authenticate';
import type { AskOwner, Lookup, Question } from '../owners/ask-owner';
import { refuseInlineCredentials } from '../payments/check-payment-request';
import { newIdFor, type RequestTrace } from '../request-trace';
import { checkRefundRequest, checkRefundUpdate, isRefundId } from './check-refund-request';

/** Who sent a request, and what ties it to what it sets off. */
export interface Sender {
  readonly merchant: AuthenticatedMerchant;
  readonly trace: RequestTrace;
}

type Answer = Promise<Buffer | Refusal>;
type Named = { merchantId: MerchantId; refundId: RefundId; paymentId: null };

const unanswered = (refundId: RefundId): Refusal => refuse('unanswered', { refund_id: refundId });

const lookupOf = (named: Named): Lookup => ({
  behind: outgoing(refundCheck, named),
  unanswered: unanswered(named.refundId),
});

/** Takes refund requests of the wire to the services that own payments and refunds, and their answers back. */
export class Refunds {
  constructor(private readonly owner: AskOwner) {}

  async create(sent: RefundRequest, { merchant, trace }: Sender): Answer {
    const { merchantId } = merchant;
    const refused = refuseInlineCredentials(sent) ?? checkRefundRequest(sent);
    if (refused) return refused;
    const refundId = (sent.refund_id as RefundId | null | undefined) ?? newIdFor<RefundId>('ref', trace);
    const paymentId = sent.payment_id as PaymentId;
    trace.note?.({ payment_id: paymentId, refund_id: refundId });
    const command = outgoing(refundCreate, {
      merchantId,
      paymentId,
      refundId,
      // No sum of ours is below zero; zero is refused likewise.
      amount: typeof sent.amount === 'number' ? minorUnitsFromJson(Math.max(0, sent.amount)) : null,
      reason: sent.reason ?? null,
      refundType: sent.refund_type ?? 'instant',
      metadata: (sent.metadata as JsonObject | null | undefined) ?? null,
      splitRefunds: sent.split_refunds ? ({ ...sent.split_refunds } as JsonObject) : null,
      namedMerchant: sent.merchant_id || undefined,
    });
    const behind = outgoing(refundFind, { merchantId, paymentId, refundId });
    const question = this.questionOf({ merchant, trace }, 'slowMs');
    return this.owner.command(command, question, { behind, unanswered: unanswered(refundId) });
  }

  async retrieve(refundId: string, forceSync: boolean, sender: Sender): Answer {
    const named = this.named(refundId, sender.merchant.merchantId);
    if ('kind' in named) return named;
    if (forceSync) return this.command(outgoing(refundSync, named), named, sender, 'slowMs');
    const { merchantId } = named;
    return this.query(outgoing(refundGet, { merchantId, refundId: named.refundId }), sender);
  }

  async sync({ refund_id, force_sync, ...sent }: RefundSyncRequest, sender: Sender): Answer {
    sender.trace.note?.({ refund_id });
    return refuseInlineCredentials(sent) ?? this.retrieve(refund_id, force_sync ?? false, sender);
  }

  async update(refundId: string, sent: RefundUpdateRequest, sender: Sender): Answer {
    const named = checkRefundUpdate(sent) ?? this.named(refundId, sender.merchant.merchantId);
    if ('kind' in named) return named;
    const command = outgoing(refundUpdate, {
      ...named,
      reason: sent.reason ?? null,
      metadata: (sent.metadata as JsonObject | null | undefined) ?? null,
    });
    return this.command(command, named, sender, 'quickMs');
  }

  /** For an operator, who names the merchant in the body. */
  async declare(refundId: string, sent: RefundManualUpdateRequest, trace: RequestTrace): Answer {
    const named = this.named(refundId, sent.merchant_id);
    if ('kind' in named) return named;
    const command = outgoing(refundDeclare, {
      ...named,
      status: sent.status ?? null,
      errorCode: sent.error_code ?? null,
      errorMessage: sent.error_message ?? null,
    });
    return this.owner.command(command, { trace, patience: 'quickMs' }, lookupOf(named));
  }

  private named(refundId: string, merchantId: string): Named | Refusal {
    if (!isRefundId(refundId) || !referenceIdPattern.test(merchantId)) return refuse('refund_not_found');
    return { merchantId: merchantId as MerchantId, refundId: refundId as RefundId, paymentId: null };
  }

  private command(command: Outgoing, named: Named, sender: Sender, patience: Question['patience']): Answer {
    return this.owner.command(command, this.questionOf(sender, patience), lookupOf(named));
  }

  private query(query: Outgoing, sender: Sender): Answer {
    return this.owner.query(query, this.questionOf(sender, 'quickMs'));
  }

  private questionOf({ merchant, trace }: Sender, patience: Question['patience']): Question {
    return { trace, accountVersion: merchant.account.accountVersion, onlyProfile: merchant.profileId, patience };
  }
}
