import { Inject, Injectable } from '@nestjs/common';
import type { Outgoing, PaymentFilters, PaymentListPage, Refusal } from '@payorch/contracts';
import { isRefusal, outgoing, paymentFilterValues, paymentList, paymentStatusCounts } from '@payorch/contracts';
import type { PaymentListFilterConstraints, PaymentListQuery, PaymentsAggregateQuery, TimeRange } from '@payorch/rest';
import { ConnectorAccounts } from '../../accounts';
import { OwnerClient, type OwnerReply, type ScopedSender, scopeOf } from '../../owners';
import { filterOptions } from './filter-options';
import { createdIn, filtersOfBody, filtersOfQuery, pageOfBody, pageOfQuery } from './to-payment-filters';

/** Queries payment lists and counts from the owner of payments. */
@Injectable()
export class PaymentLists {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(ConnectorAccounts) private readonly accounts: Pick<ConnectorAccounts, 'list'>,
  ) {}

  list(query: PaymentListQuery, sender: ScopedSender): OwnerReply {
    return this.page(filtersOfQuery(query), pageOfQuery(query), false, sender);
  }

  filter(sent: PaymentListFilterConstraints, sender: ScopedSender): OwnerReply {
    return this.page(filtersOfBody(sent), pageOfBody(sent), true, sender);
  }

  async statusCounts(query: PaymentsAggregateQuery, sender: ScopedSender): OwnerReply {
    const scope = scopeOf(sender);
    if ('kind' in scope) return scope;
    const { merchantId } = sender.merchant;
    return this.query(outgoing(paymentStatusCounts, { merchantId, ...scope, ...createdIn(query) }), sender);
  }

  async filterValues(sent: TimeRange, sender: ScopedSender): OwnerReply {
    const scope = scopeOf(sender);
    if ('kind' in scope) return scope;
    const { merchantId } = sender.merchant;
    return this.query(outgoing(paymentFilterValues, { merchantId, ...scope, ...createdIn(sent) }), sender);
  }

  async filterOptions(sender: ScopedSender): Promise<object | Refusal> {
    const scope = scopeOf(sender);
    if ('kind' in scope) return scope;
    const accounts = await this.accounts.list(sender.merchant.merchantId);
    if (isRefusal(accounts)) return accounts;
    const { profileId } = scope;
    return filterOptions(profileId === null ? accounts : accounts.filter((one) => one.profileId === profileId));
  }

  private async page(
    filters: PaymentFilters,
    page: PaymentListPage | Refusal,
    withTotal: boolean,
    sender: ScopedSender,
  ): OwnerReply {
    const scope = scopeOf(sender);
    if ('kind' in page) return page;
    if ('kind' in scope) return scope;
    const narrowed = { ...filters, profileId: scope.profileId ?? filters.profileId };
    const { merchantId } = sender.merchant;
    return this.query(outgoing(paymentList, { merchantId, filters: narrowed, page, withTotal }), sender);
  }

  private query(query: Outgoing, { merchant, trace }: ScopedSender): OwnerReply {
    const { accountVersion } = merchant.account;
    return this.owner.query(query, { trace, accountVersion, timeout: 'noProcessorCallMs' });
  }
}
