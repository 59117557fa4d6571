import { Inject, Injectable } from '@nestjs/common';
import type { MandateFilters } from '@payorch/contracts';
import { mandateCheck, mandateGet, mandateList, mandateRevoke, outgoing, refuse } from '@payorch/contracts';
import { referenceIdPattern, type CustomerId } from '@payorch/kernel';
import type { MandateListQuery } from '@payorch/rest';
import type { Sender } from '../auth';
import { pageOf } from '../lists';
import { OwnerClient, type OwnerReply, requestContextOf } from '../owners';
import { filtersOf } from './domain/to-mandate-filters';

const isId = (text: string): boolean => referenceIdPattern.test(text);

/** The interface has no page for the mandates of a customer: this many, the newest first. */
const ofCustomer = { limit: 100, offset: 0 };
const everything = { createdFrom: null, createdBefore: null, status: null, connector: null };

/** Sends requests about mandates to the owner of payments and returns its replies. */
@Injectable()
export class Mandates {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>) {}

  async retrieve(mandateId: string, sender: Sender): OwnerReply {
    if (!isId(mandateId)) return refuse('mandate_not_found');
    return this.owner.query(outgoing(mandateGet, { merchantId: sender.merchant.merchantId, mandateId }), sender);
  }

  async list(query: MandateListQuery, sender: Sender): OwnerReply {
    const page = pageOf(query);
    return 'kind' in page ? page : this.listed({ ...filtersOf(query), customerId: null }, page, sender);
  }

  /** An unknown customer has no mandates. */
  async listOfCustomer(customerId: string, sender: Sender): OwnerReply {
    if (!isId(customerId)) return Buffer.from('[]');
    return this.listed({ ...everything, customerId: customerId as CustomerId }, ofCustomer, sender);
  }

  async revoke(mandateId: string, sender: Sender): OwnerReply {
    if (!isId(mandateId)) return refuse('mandate_not_found');
    const about = { merchantId: sender.merchant.merchantId, mandateId };
    return this.owner.command(outgoing(mandateRevoke, about), requestContextOf(sender, 'processorCallMs'), {
      query: outgoing(mandateCheck, about),
      ifNoReply: refuse('no_reply', { mandate_id: mandateId }),
    });
  }

  private listed(
    filters: Omit<MandateFilters, 'profileId'>,
    page: { readonly limit: number; readonly offset: number },
    sender: Sender,
  ): OwnerReply {
    const { merchantId, profileId } = sender.merchant;
    return this.owner.query(outgoing(mandateList, { merchantId, filters: { ...filters, profileId }, ...page }), sender);
  }
}
