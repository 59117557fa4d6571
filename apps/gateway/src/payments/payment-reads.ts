import { Inject, Injectable } from '@nestjs/common';
import type { DataOf } from '@payorch/contracts';
import { isRefusal, outgoing, paymentGet, paymentRouting, paymentSync, refuse } from '@payorch/contracts';
import type { PaymentsRetrieveQuery, PaymentSyncRequest } from '@payorch/rest';
import { InlineCredentials, namedCredentialsOf } from '../accounts';
import type { Sender } from '../auth';
import { isPaymentId, messageCallerOf, type OwnerReply } from '../owners';
import { refuseMerchantsFields } from './domain/client-request';
import { allKeysOf, PaymentOwner } from './payment-owner';

/** Reads payments, after a sync with the processor where the request asks for one. */
@Injectable()
export class PaymentReads {
  constructor(
    @Inject(PaymentOwner) private readonly owner: PaymentOwner,
    @Inject(InlineCredentials) private readonly credentials: Pick<InlineCredentials, 'named'>,
  ) {}

  retrieve(paymentId: string, query: PaymentsRetrieveQuery, sender: Sender): OwnerReply {
    return this.read(paymentId, query, sender, {});
  }

  /** Why the attempts of the payment went where they went. */
  async routing(paymentId: string, sender: Sender): OwnerReply {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const { merchantId } = sender.merchant;
    return this.owner.query(outgoing(paymentRouting, { merchantId, paymentId }), sender);
  }

  /** `named`: the credentials that the request names; only a sync uses them. */
  private async read(
    paymentId: string,
    query: PaymentsRetrieveQuery,
    sender: Sender,
    named: Pick<DataOf<typeof paymentSync>, 'namedCredentials'>,
  ): OwnerReply {
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
    const sync = outgoing(paymentSync, { ...data, ...allKeysOf(query), ...named });
    return this.owner.command(sync, paymentId, sender, 'processorCallMs');
  }

  async sync({ payment_id, ...sent }: PaymentSyncRequest, sender: Sender): OwnerReply {
    if (sent.merchant_id && sent.merchant_id !== sender.merchant.merchantId) {
      return refuse('invalid_format', { field: 'merchant_id', expected: 'merchant_id from merchant account' });
    }
    sender.trace.note?.({ payment_id });
    const refused = refuseMerchantsFields('sync', sent, sender.merchant);
    if (refused) return refused;
    const named = await namedCredentialsOf(this.credentials, sent, sender.merchant);
    return isRefusal(named) ? named : this.read(payment_id, sent, sender, named);
  }
}
