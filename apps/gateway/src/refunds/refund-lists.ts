import { Inject, Injectable } from '@nestjs/common';
import type { Outgoing, Refusal } from '@payorch/contracts';
import { isRefusal, outgoing, refundFilterValues, refundList, refundStatusCounts } from '@payorch/contracts';
import type { RefundAggregateQuery, RefundListRequest, TimeRange } from '@payorch/rest';
import { ConnectorAccounts } from '../accounts';
import { OwnerClient, type OwnerReply, type ScopedSender, scopeOf } from '../owners';
import { checkRefundList } from './domain/check-refund-request';
import { filterOptions } from './domain/filter-options';
import { createdWithin, toRefundFilters } from './domain/to-refund-filters';

/** Queries refund lists and counts from the owner of refunds. */
@Injectable()
export class RefundLists {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(ConnectorAccounts) private readonly accounts: Pick<ConnectorAccounts, 'list'>,
  ) {}

  async list(sent: RefundListRequest, sender: ScopedSender): OwnerReply {
    const scope = scopeOf(sender);
    const refused = checkRefundList(sent);
    if (refused) return refused;
    if ('kind' in scope) return scope;
    const requested = toRefundFilters(sent);
    const filters = { ...requested, profileId: scope.profileId ?? requested.profileId };
    const { merchantId } = sender.merchant;
    const page = { limit: sent.limit ?? 10, offset: sent.offset ?? 0 };
    return this.query(outgoing(refundList, { merchantId, filters, ...page }), sender);
  }

  async filterValues(sent: TimeRange, sender: ScopedSender): OwnerReply {
    const scope = scopeOf(sender);
    if ('kind' in scope) return scope;
    const { merchantId } = sender.merchant;
    return this.query(outgoing(refundFilterValues, { merchantId, ...scope, ...createdWithin(sent) }), sender);
  }

  async statusCounts(query: RefundAggregateQuery, sender: ScopedSender): OwnerReply {
    const scope = scopeOf(sender);
    if ('kind' in scope) return scope;
    const { merchantId } = sender.merchant;
    return this.query(outgoing(refundStatusCounts, { merchantId, ...scope, ...createdWithin(query) }), sender);
  }

  async filterOptions(sender: ScopedSender): Promise<object | Refusal> {
    const scope = scopeOf(sender);
    if ('kind' in scope) return scope;
    const accounts = await this.accounts.list(sender.merchant.merchantId);
    if (isRefusal(accounts)) return accounts;
    const { profileId } = scope;
    return filterOptions(profileId === null ? accounts : accounts.filter((one) => one.profileId === profileId));
  }

  private query(query: Outgoing, { merchant, trace }: ScopedSender): OwnerReply {
    const { accountVersion } = merchant.account;
    return this.owner.query(query, { trace, accountVersion, timeout: 'noProcessorCallMs' });
  }
}
