import { Inject, Injectable } from '@nestjs/common';
import {
  customerCheck,
  customerCreate,
  customerDelete,
  customerGet,
  customerList,
  customerUpdate,
  type DataOf,
  isRefusal,
  outgoing,
  type Outgoing,
  type RefusalCode,
  refuse,
} from '@payorch/contracts';
import { type CustomerId, referenceIdPattern } from '@payorch/kernel';
import type {
  CustomerListQuery,
  CustomerListWithCountQuery,
  CustomerRequest,
  CustomerUpdateRequest,
} from '@payorch/rest';
import { failPoint } from '@payorch/platform/config';
import type { Sender } from '../auth';
import { OwnerClient, type OwnerReply, type RequestContext, requestContextOf } from '../owners';
import { newIdFor } from '../request';
import { CustomerDeletions } from './customer-deletions';
import { checkCountedList, checkCustomerRequest, checkCustomerUpdate } from './domain/check-customer-request';
import { toCustomerFields } from './domain/to-customer-fields';

const isCustomerId = (text: string): text is CustomerId => referenceIdPattern.test(text);

/** Refusals of a deletion after which the customer certainly exists unchanged, or not at all. */
const nothingToErase: ReadonlySet<RefusalCode> = new Set<RefusalCode>(['customer_not_found', 'customer_has_mandate']);

type ListPage = Pick<DataOf<typeof customerList>, 'customerId' | 'limit' | 'offset' | 'counted'> &
  Partial<Pick<DataOf<typeof customerList>, 'createdFrom' | 'createdTo'>>;

/** The version of an account's settings says nothing of the platform that has its customers. */
function contextOf(sender: Sender): RequestContext {
  const { accountVersion, ...context } = requestContextOf(sender, 'noProcessorCallMs');
  const { account, merchantId } = sender.merchant;
  return account.customersOf === merchantId && accountVersion !== undefined ? { ...context, accountVersion } : context;
}

/** Sends requests about customers to their owner and returns its replies. A connected account has the customers of its platform. */
@Injectable()
export class Customers {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>,
    @Inject(CustomerDeletions) private readonly deletions: Pick<CustomerDeletions, 'begin' | 'abandon' | 'erase'>,
  ) {}

  async create(sent: CustomerRequest, sender: Sender): OwnerReply {
    const refused = checkCustomerRequest(sent);
    if (refused) return refused;
    const merchantId = sender.merchant.account.customersOf;
    const customerId = (sent.customer_id as CustomerId | null | undefined) ?? newIdFor<CustomerId>('cus', sender.trace);
    const command = outgoing(customerCreate, { merchantId, customerId, fields: toCustomerFields(sent) });
    return this.command(command, customerId, sender);
  }

  async retrieve(customerId: string, sender: Sender): OwnerReply {
    if (!isCustomerId(customerId)) return refuse('customer_not_found');
    const merchantId = sender.merchant.account.customersOf;
    return this.owner.query(outgoing(customerGet, { merchantId, customerId }), contextOf(sender));
  }

  async update(customerId: string, sent: CustomerUpdateRequest, sender: Sender): OwnerReply {
    const refused = checkCustomerUpdate(sent);
    if (refused) return refused;
    if (!isCustomerId(customerId)) return refuse('customer_not_found');
    const merchantId = sender.merchant.account.customersOf;
    const command = outgoing(customerUpdate, { merchantId, customerId, fields: toCustomerFields(sent) });
    return this.command(command, customerId, sender);
  }

  /** The deletion is stored before it is sent: what the gateway itself stores must be erased also where this one dies. */
  async delete(customerId: string, sender: Sender): OwnerReply {
    // A shared customer has data at every connected account: only the platform may end it.
    if (sender.merchant.account.accountType === 'connected') return refuse('connected_not_supported');
    if (!isCustomerId(customerId)) return refuse('customer_not_found');
    const merchantId = sender.merchant.account.customersOf;
    const requested = await this.deletions.begin({ merchantId, customerId });
    const reply = await this.command(outgoing(customerDelete, { merchantId, customerId }), customerId, sender);
    if (isRefusal(reply) && reply.code !== 'customer_redacted') {
      if (nothingToErase.has(reply.code)) await this.deletions.abandon(requested);
      return reply;
    }
    failPoint('deletion-before-erasure');
    await this.deletions.erase({ merchantId, customerId });
    return reply;
  }

  async list({ limit, offset, customer_id: id }: CustomerListQuery, sender: Sender): OwnerReply {
    const page = { limit: limit ?? 10, offset: offset ?? 0, counted: false };
    return this.page({ ...page, customerId: (id ?? null) as CustomerId | null }, sender);
  }

  async listWithCount(query: CustomerListWithCountQuery, sender: Sender): OwnerReply {
    checkCountedList(query);
    const page = { limit: query.limit ?? 20, offset: query.offset ?? 0, counted: true };
    const times = { createdFrom: query.start_time ?? null, createdTo: query.end_time ?? null };
    return this.page({ ...page, ...times, customerId: (query.customer_id ?? null) as CustomerId | null }, sender);
  }

  private page(page: ListPage, sender: Sender): OwnerReply {
    const merchantId = sender.merchant.account.customersOf;
    return this.owner.query(
      outgoing(customerList, { merchantId, createdFrom: null, createdTo: null, ...page }),
      contextOf(sender),
    );
  }

  private command(command: Outgoing, customerId: CustomerId, sender: Sender): OwnerReply {
    const merchantId = sender.merchant.account.customersOf;
    const deletion = command.message.type === customerDelete.type;
    const query = outgoing(customerCheck, { merchantId, customerId, ...(deletion && { deletion }) });
    return this.owner.command(command, contextOf(sender), {
      query,
      ifNoReply: refuse('no_reply'),
    });
  }
}
