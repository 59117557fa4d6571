import { Inject, Injectable } from '@nestjs/common';
import {
  isRefusal,
  outgoing,
  payoutCancelRequest,
  payoutDeclare,
  payoutFulfillRequest,
  payoutGet,
  payoutSync,
  refuse,
} from '@payorch/contracts';
import { type MerchantId, type PayoutAttemptId, referenceIdPattern } from '@payorch/kernel';
import type { PayoutCancelRequest, PayoutManualUpdateRequest, PayoutRetrieveQuery } from '@payorch/rest';
import type { Sender } from '../auth';
import type { OwnerReply } from '../owners';
import type { RequestTrace } from '../request';
import { checkPayoutOfPath } from './domain/check-payout-request';
import { isPayoutId, notFound } from './domain/payout-request';
import { PayoutOwner } from './payout-owner';

/** Longer ids than the interface's attempts are none of ours: `<payout id>_<number>`. */
const isAttemptId = (text: string): text is PayoutAttemptId => referenceIdPattern.test(text);

/** Reads payouts, and sends the operations on an existing one. */
@Injectable()
export class PayoutOperations {
  constructor(@Inject(PayoutOwner) private readonly owner: PayoutOwner) {}

  async retrieve(payoutId: string, query: PayoutRetrieveQuery, sender: Sender): OwnerReply {
    if (query.merchant_id && query.merchant_id !== sender.merchant.merchantId)
      return refuse('invalid_format', { field: 'merchant_id', expected: 'merchant_id from merchant account' });
    const ids = this.owner.idsOf(payoutId, sender);
    if (isRefusal(ids)) return ids;
    const data = { ...ids, caller: { kind: 'merchant' } as const, expandAttempts: query.expand_attempts ?? false };
    if (!query.force_sync) return this.owner.query(outgoing(payoutGet, data), sender);
    return this.owner.command(outgoing(payoutSync, data), ids, sender, 'processorCallMs');
  }

  async cancel(payoutId: string, sent: PayoutCancelRequest, sender: Sender): OwnerReply {
    const ids = checkPayoutOfPath(sent, payoutId) ?? this.owner.idsOf(payoutId, sender);
    if (isRefusal(ids)) return ids;
    return this.owner.command(outgoing(payoutCancelRequest, ids), ids, sender, 'processorCallMs');
  }

  async fulfill(payoutId: string, sent: PayoutCancelRequest, sender: Sender): OwnerReply {
    const ids = checkPayoutOfPath(sent, payoutId) ?? this.owner.idsOf(payoutId, sender);
    if (isRefusal(ids)) return ids;
    return this.owner.command(outgoing(payoutFulfillRequest, ids), ids, sender, 'processorCallMs');
  }

  /** For an operator; the body names the merchant, and the payout again at most. */
  async declare(payoutId: string, sent: PayoutManualUpdateRequest, trace: RequestTrace): OwnerReply {
    const refused = checkPayoutOfPath(sent, payoutId);
    if (refused) return refused;
    const { merchant_id: merchantId, payout_attempt_id: payoutAttemptId } = sent;
    if (!isPayoutId(payoutId) || !referenceIdPattern.test(merchantId) || !isAttemptId(payoutAttemptId)) return notFound;
    trace.note?.({ payout_id: payoutId });
    const ids = { merchantId: merchantId as MerchantId, payoutId };
    const command = outgoing(payoutDeclare, {
      ...ids,
      payoutAttemptId,
      status: sent.status ?? null,
      errorCode: sent.error_code ?? null,
      errorMessage: sent.error_message ?? null,
      connectorPayoutId: sent.connector_payout_id ?? null,
    });
    return this.owner.commandOfOperator(command, ids, trace);
  }
}
