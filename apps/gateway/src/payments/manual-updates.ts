import { Inject, Injectable } from '@nestjs/common';
import { outgoing, paymentDeclare, paymentEndReview, type Refusal, refuse } from '@payorch/contracts';
import { type AttemptId, type MerchantId, minorUnitsFromJson, type PaymentId } from '@payorch/kernel';
import type { PaymentsManualStatusUpdateRequest, PaymentsManualUpdateRequest } from '@payorch/rest';
import { AccountCache } from '../auth';
import { isPaymentId, OwnerClient, type OwnerReply } from '../owners';
import { orUnavailable } from '../persistence';
import type { RequestTrace } from '../request';

/** The payment as path and header of the request name it. */
export interface NamedPayment {
  readonly paymentId: string;
  readonly merchantId: string | undefined;
}

/** Sends the operator's changes of attempts to the owner of payments. */
@Injectable()
export class ManualUpdates {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command'>,
    @Inject(AccountCache) private readonly accounts: Pick<AccountCache, 'account' | 'freshAccount'>,
  ) {}

  async update(named: NamedPayment, sent: PaymentsManualUpdateRequest, trace: RequestTrace): OwnerReply {
    const { paymentId } = named;
    const merchantId = await this.merchantOf(named);
    if (typeof merchantId !== 'string') return merchantId;
    if (sent.merchant_id !== merchantId) {
      return refuse('invalid_format', { field: 'merchant_id', expected: 'merchant_id from merchant account' });
    }
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    trace.note?.({ payment_id: paymentId });
    if ((sent.amount_capturable ?? 0) < 0)
      return refuse('invalid_format', { field: 'amount_capturable', expected: 'positive integer' });
    const command = outgoing(paymentDeclare, {
      merchantId,
      paymentId,
      attemptId: sent.attempt_id as AttemptId,
      attemptStatus: sent.attempt_status ?? null,
      errorCode: sent.error_code ?? null,
      errorMessage: sent.error_message ?? null,
      errorReason: sent.error_reason ?? null,
      connectorTransactionId: sent.connector_transaction_id ?? null,
      amountCapturable: typeof sent.amount_capturable === 'number' ? minorUnitsFromJson(sent.amount_capturable) : null,
    });
    // A second delivery changes nothing that the first one has changed: so the command is its own lookup.
    const ifNoReply = refuse('no_reply', { payment_id: paymentId as PaymentId });
    return this.owner.command(command, { trace, timeout: 'noProcessorCallMs' }, { query: command, ifNoReply });
  }

  /** The operator's decision about a payment in review. */
  async endReview(named: NamedPayment, sent: PaymentsManualStatusUpdateRequest, trace: RequestTrace): OwnerReply {
    const { paymentId } = named;
    const merchantId = await this.merchantOf(named);
    if (typeof merchantId !== 'string') return merchantId;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    trace.note?.({ payment_id: paymentId });
    const command = outgoing(paymentEndReview, { merchantId, paymentId, attemptStatus: sent.attempt_status });
    // The owner answers a second delivery without deciding again: so the command is its own lookup.
    const ifNoReply = refuse('no_reply', { payment_id: paymentId });
    return this.owner.command(command, { trace, timeout: 'noProcessorCallMs' }, { query: command, ifNoReply });
  }

  /** The merchant of the header. */
  private async merchantOf({ merchantId }: NamedPayment): Promise<MerchantId | Refusal> {
    if (!merchantId) return refuse('invalid_request', { message: 'Missing header key: `X-Merchant-Id`' });
    const known = await orUnavailable(this.find(merchantId));
    return known ? (merchantId as MerchantId) : refuse('unauthorized');
  }

  /** Also finds an account that another gateway has just created. */
  private async find(merchantId: string): Promise<object | undefined> {
    return (await this.accounts.account(merchantId)) ?? this.accounts.freshAccount(merchantId);
  }
}
