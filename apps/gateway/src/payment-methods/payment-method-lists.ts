import { Inject, Injectable } from '@nestjs/common';
import { outgoing, paymentMethodList, paymentMethodListOfPayment, refuse } from '@payorch/contracts';
import type { CustomerId, ProfileId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import type { CustomerPaymentMethodsQuery } from '@payorch/rest';
import { type AuthenticatedMerchant, chooseProfile, type Sender } from '../auth';
import { OwnerClient, type OwnerReply, paymentOfSecret } from '../owners';

/** The owner lists no more at once. */
const longestList = 100;

const limitOf = ({ limit }: CustomerPaymentMethodsQuery): number | null =>
  typeof limit === 'number' ? Math.min(Math.max(limit, 0), longestList) : null;

/** The profile whose lifetime of payment tokens applies; null where the merchant has several and names none. */
function profileOf({ account, profileId }: AuthenticatedMerchant): ProfileId | null {
  const chosen = chooseProfile(account, { profileId });
  return typeof chosen === 'string' ? chosen : null;
}

/** Lists the payment methods that customers have saved. */
@Injectable()
export class PaymentMethodLists {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>) {}

  async ofCustomer(customerId: string, query: CustomerPaymentMethodsQuery, sender: Sender): OwnerReply {
    if (!referenceIdPattern.test(customerId)) return refuse('customer_not_found');
    const { merchantId } = sender.merchant;
    if (query.client_secret) return this.ofSecret(query.client_secret, customerId as CustomerId, query, sender);
    const named = { merchantId, customerId: customerId as CustomerId, profileId: profileOf(sender.merchant) };
    return this.owner.query(outgoing(paymentMethodList, { ...named, limit: limitOf(query) }), sender);
  }

  /** For the customer of the payment that the client secret belongs to. */
  async ofPayment(query: CustomerPaymentMethodsQuery, sender: Sender): OwnerReply {
    if (!query.client_secret) return refuse('missing_param', { field: 'client_secret' });
    return this.ofSecret(query.client_secret, sender.merchant.customerId ?? null, query, sender);
  }

  /** The same for a client SDK: with what it draws of wallets and bank debits. */
  ofSdk(clientSecret: string, sender: Sender): OwnerReply {
    return this.ofSecret(clientSecret, sender.merchant.customerId ?? null, {}, sender, { showsData: true });
  }

  private async ofSecret(
    clientSecret: string,
    customerId: CustomerId | null,
    query: CustomerPaymentMethodsQuery,
    sender: Sender,
    shown: { readonly showsData?: true } = {},
  ): OwnerReply {
    const { merchantId } = sender.merchant;
    const paymentId = paymentOfSecret(clientSecret);
    if (typeof paymentId !== 'string') return paymentId;
    sender.trace.note?.({ payment_id: paymentId });
    const caller = { kind: 'client', clientSecret } as const;
    const named = { merchantId, paymentId, caller, customerId };
    return this.owner.query(
      outgoing(paymentMethodListOfPayment, { ...named, limit: limitOf(query), ...shown }),
      sender,
    );
  }
}
