import { Inject, Injectable } from '@nestjs/common';
import {
  isRefusal,
  outgoing,
  paymentMethodFindDestination,
  type PayoutDestination,
  type Refusal,
  refuse,
  savedDestination,
} from '@payorch/contracts';
import { type CustomerId, referenceIdPattern } from '@payorch/kernel';
import type { Sender } from '../auth';
import { OwnerClient } from '../owners';
import { isPresent, type PayoutRequest } from './domain/payout-request';
import { cardDestination } from './payout-destinations';

/** A destination, with the id of the saved payment method that it is. */
export interface FoundDestination {
  readonly destination: PayoutDestination;
  readonly payoutMethodId: string;
}

const noCustomer = refuse('missing_param', { field: 'customer or customer_id when payout_token is provided' });

/** Looks up the saved payment methods that payouts name. */
@Injectable()
export class SavedDestinations {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>) {}

  /** Of the payout's customer alone; `customerOf` reads who that is where the request does not say it. */
  async find(
    { payout_method_id: id, payout_token: token }: Pick<PayoutRequest, 'payout_method_id' | 'payout_token'>,
    customerOf: () => Promise<string | Refusal | null>,
    sender: Sender,
  ): Promise<FoundDestination | Refusal | null> {
    if (!isPresent(id) && !isPresent(token)) return null;
    if (isPresent(id) && !referenceIdPattern.test(id)) return refuse('payment_method_not_found');
    const customerId = await customerOf();
    if (isRefusal(customerId)) return customerId;
    if (customerId === null) return noCustomer;
    const { merchantId } = sender.merchant;
    const query = outgoing(paymentMethodFindDestination, {
      merchantId,
      paymentMethodId: id ?? null,
      paymentToken: token ?? null,
      customerId: customerId as CustomerId,
    });
    const reply = await this.owner.query(query, sender);
    if (isRefusal(reply)) return reply;
    const { destination: saved, paymentMethodId } = savedDestination.parse(JSON.parse(reply.toString()));
    const destination = 'card' in saved ? cardDestination(saved.card) : saved.account;
    return { destination, payoutMethodId: paymentMethodId };
  }
}
