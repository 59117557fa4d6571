import type { Outgoing, PaymentFilters, PaymentListPage, Refusal } from '@payorch/contracts';
import { outgoing, paymentFilterValues, paymentList, paymentStatusCounts } from '@payorch/contracts';
import type { PaymentListFilterConstraints, PaymentListQuery, PaymentsAggregateQuery, TimeRange } from '@payorch/rest';
import type { ConnectorAccounts } from '../../accounts/connector-accounts';
import type { AskOwner } from '../../owners/ask-owner';
import type { Asker } from '../../owners/scope';
import { scopeOf } from '../../owners/scope';
import { offeredFilters } from './offered-filters';
import { createdIn, filtersOfBody, filtersOfQuery, pageOfBody, pageOfQuery } from './to-payment-filters';

type Answer = Promise<Buffer | Refusal>;

/** Lists and counts of payments, as their owner makes them. */
export class PaymentLists {
  constructor(
    private readonly owner: AskOwner,
    private readonly accounts: Pick<ConnectorAccounts, 'list'>,
  ) {}

  list(query: PaymentListQuery, asker: Asker): Answer {
    return this.page(filtersOfQuery(query), pageOfQuery(query), false, asker);
  }

  filter(sent: PaymentListFilterConstraints, asker: Asker): Answer {
    return this.page(filtersOfBody(sent), pageOfBody(sent), true, asker);
  }

  async statusCounts(query: PaymentsAggregateQuery, asker: Asker): Answer {
    const scope = scopeOf(asker);
    if ('kind' in scope) return scope;
    const { merchantId } = asker.merchant;
    return this.ask(outgoing(paymentStatusCounts, { merchantId, ...scope, ...createdIn(query) }), asker);
  }

  async filterValues(sent: TimeRange, asker: Asker): Answer {
    const scope = scopeOf(asker);
    if ('kind' in scope) return scope;
    const { merchantId } = asker.merchant;
    return this.ask(outgoing(paymentFilterValues, { merchantId, ...scope, ...createdIn(sent) }), asker);
  }

  async offeredFilters(asker: Asker): Promise<object | Refusal> {
    const scope = scopeOf(asker);
    if ('kind' in scope) return scope;
    const accounts = await this.accounts.list(asker.merchant.merchantId);
    const { profileId } = scope;
    return offeredFilters(profileId === null ? accounts : accounts.filter((one) => one.profileId === profileId));
  }

  private async page(
    filters: PaymentFilters,
    page: PaymentListPage | Refusal,
    withTotal: boolean,
    asker: Asker,
  ): Answer {
    const scope = scopeOf(asker);
    if ('kind' in page) return page;
    if ('kind' in scope) return scope;
    const narrowed = { ...filters, profileId: scope.profileId ?? filters.profileId };
    const { merchantId } = asker.merchant;
    return this.ask(outgoing(paymentList, { merchantId, filters: narrowed, page, withTotal }), asker);
  }

  private ask(query: Outgoing, { merchant, trace }: Asker): Answer {
    const { accountVersion } = merchant.account;
    return this.owner.query(query, { trace, accountVersion, patience: 'quickMs' });
  }
}
