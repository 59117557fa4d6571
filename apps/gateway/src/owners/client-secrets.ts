import { Inject, Injectable } from '@nestjs/common';
import { refuse, type Refusal } from '@payorch/contracts';
import type { PaymentId } from '@payorch/kernel';
import type { Sender } from '../auth';
import { OwnerClient } from './owner-client';
import { isPaymentId } from './payment-id';
import { paymentQuery } from './payment-query';
import { messageCallerOf } from './sender-context';

/** The payment whose client secret this may be: its id is the beginning. */
export function paymentOfSecret(clientSecret: string): PaymentId | Refusal {
  const end = clientSecret.lastIndexOf('_secret_');
  if (end < 1) return refuse('client_secret_invalid');
  const paymentId = clientSecret.slice(0, end);
  return isPaymentId(paymentId) ? paymentId : refuse('payment_not_found');
}

/** Checks client secrets with the owner of payments, for routes about something else than the payment. */
@Injectable()
export class ClientSecrets {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>) {}

  /** Checks that the client secret belongs to a payment whose session has not expired; a secret key passes unchecked. */
  async check(sender: Sender): Promise<Refusal | undefined> {
    const { merchantId, clientSecret } = sender.merchant;
    if (clientSecret === null) return undefined;
    const paymentId = paymentOfSecret(clientSecret);
    if (typeof paymentId !== 'string') return paymentId;
    const query = paymentQuery({ merchantId, paymentId }, messageCallerOf(sender.merchant));
    const reply = await this.owner.query(query, sender);
    return Buffer.isBuffer(reply) ? undefined : reply;
  }
}
