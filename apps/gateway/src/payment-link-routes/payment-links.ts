import { Inject, Injectable } from '@nestjs/common';
import { outgoing, paymentLinkGet, paymentLinkList, refuse } from '@payorch/contracts';
import { referenceIdPattern } from '@payorch/kernel';
import type { PaymentLinkListConstraints } from '@payorch/rest';
import type { Sender } from '../auth';
import { messageCallerOf, OwnerClient, type OwnerReply } from '../owners';
import { createdWithin } from '../payments';
import { pageOf } from './domain/link-list';

/** Sends requests about payment links to the owner of payments and returns its replies. */
@Injectable()
export class PaymentLinks {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>) {}

  async retrieve(paymentLinkId: string, sender: Sender): OwnerReply {
    if (!referenceIdPattern.test(paymentLinkId)) return refuse('payment_link_not_found');
    const { merchantId } = sender.merchant;
    const caller = messageCallerOf(sender.merchant);
    return this.owner.query(outgoing(paymentLinkGet, { merchantId, paymentLinkId, caller }), sender);
  }

  async list(sent: PaymentLinkListConstraints, sender: Sender): OwnerReply {
    const page = pageOf(sent);
    if ('kind' in page) return page;
    const { merchantId, profileId } = sender.merchant;
    return this.owner.query(
      outgoing(paymentLinkList, { merchantId, profileId, ...createdWithin(sent), ...page }),
      sender,
    );
  }
}
