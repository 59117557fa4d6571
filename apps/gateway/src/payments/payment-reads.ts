import { Inject, Injectable } from '@nestjs/common';
import { outgoing, paymentGet, paymentSync, refuse } from '@payorch/contracts';
import type { PaymentsRetrieveQuery, PaymentSyncRequest } from '@payorch/rest';
import type { Sender } from '../auth';
import { isPaymentId, messageCallerOf, type OwnerReply } from '../owners';
import { refuseInlineCredentials } from './domain/check-payment-request';
import { refuseMerchantsFields } from './domain/client-request';
import { allKeysOf, PaymentOwner } from './payment-owner';

/** Reads payments, after a sync with the processor where the request asks for one. */
@Injectable()
export class PaymentReads {
  constructor(@Inject(PaymentOwner) private readonly owner: PaymentOwner) {}

  async retrieve(paymentId: string, query: PaymentsRetrieveQuery, sender: Sender): OwnerReply {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const { merchant } = sender;
    const data = {
      merchantId: merchant.merchantId,
      paymentId,
      caller: messageCallerOf(merchant),
      expandAttempts: query.expand_attempts ?? false,
      expandCaptures: query.expand_captures ?? false,
    };
    if (!query.force_sync) return this.owner.query(outgoing(paymentGet, data), sender);
    const sync = outgoing(paymentSync, { ...data, ...allKeysOf(query) });
    return this.owner.command(sync, paymentId, sender, 'processorCallMs');
  }

  async sync({ payment_id, ...sent }: PaymentSyncRequest, sender: Sender): OwnerReply {
    if (sent.merchant_id && sent.merchant_id !== sender.merchant.merchantId) {
      return refuse('invalid_format', { field: 'merchant_id', expected: 'merchant_id from merchant account' });
    }
    sender.trace.note?.({ payment_id });
    const refused = refuseInlineCredentials(sent) ?? refuseMerchantsFields('sync', sent, sender.merchant);
    return refused ?? this.retrieve(payment_id, sent, sender);
  }
}
