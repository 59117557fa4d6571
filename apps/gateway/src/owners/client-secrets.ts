import { Inject, Injectable } from '@nestjs/common';
import { outgoing, paymentGet, refuse, type Refusal } from '@payorch/contracts';
import { paymentIdOfSecret, type Sender } from '../auth';
import { OwnerClient } from './owner-client';
import { isPaymentId } from './payment-id';
import { messageCallerOf, requestContextOf } from './sender-context';

/** Checks client secrets with the owner of payments, for routes about something else than the payment. */
@Injectable()
export class ClientSecrets {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>) {}

  /** Checks that the client secret belongs to a payment whose session has not expired; a secret key passes unchecked. */
  async check(sender: Sender): Promise<Refusal | undefined> {
    const { merchantId, clientSecret } = sender.merchant;
    if (clientSecret === null) return undefined;
    const paymentId = paymentIdOfSecret(clientSecret);
    if (paymentId === null) return refuse('client_secret_invalid');
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const caller = messageCallerOf(sender.merchant);
    const query = outgoing(paymentGet, { merchantId, paymentId, caller, expandAttempts: false, expandCaptures: false });
    const reply = await this.owner.query(query, requestContextOf(sender, 'noProcessorCallMs'));
    return Buffer.isBuffer(reply) ? undefined : reply;
  }
}
