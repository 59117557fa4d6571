import { Inject, Injectable } from '@nestjs/common';
import type { PayoutFilters, Refusal } from '@payorch/contracts';
import { isRefusal, outgoing, payoutFilterValues, payoutList, payoutStatusCounts } from '@payorch/contracts';
import type { PayoutAggregateQuery, PayoutListFilterConstraints, PayoutListQuery, TimeRange } from '@payorch/rest';
import { createdWithin, OwnerLists } from '../lists';
import type { OwnerReply, ScopedSender } from '../owners';
import { filterOptions } from './domain/filter-options';
import { filtersOfBody, filtersOfQuery, pageOfBody, pageOfQuery, type PayoutPage } from './domain/to-payout-filters';

/** Queries payout lists and counts from the owner of payouts. */
@Injectable()
export class PayoutLists {
  constructor(@Inject(OwnerLists) private readonly lists: OwnerLists) {}

  list(query: PayoutListQuery, sender: ScopedSender): OwnerReply {
    return this.page(filtersOfQuery(query), pageOfQuery(query), sender);
  }

  filter(sent: PayoutListFilterConstraints, sender: ScopedSender): OwnerReply {
    return this.page(filtersOfBody(sent), pageOfBody(sent), sender);
  }

  filterValues(sent: TimeRange, sender: ScopedSender): OwnerReply {
    return this.lists.query(sender, (scope) => outgoing(payoutFilterValues, { ...scope, ...createdWithin(sent) }));
  }

  statusCounts(query: PayoutAggregateQuery, sender: ScopedSender): OwnerReply {
    return this.lists.query(sender, (scope) => outgoing(payoutStatusCounts, { ...scope, ...createdWithin(query) }));
  }

  filterOptions(sender: ScopedSender): Promise<object | Refusal> {
    return this.lists.options(sender, filterOptions);
  }

  private async page(requested: PayoutFilters | Refusal, page: PayoutPage | Refusal, sender: ScopedSender): OwnerReply {
    if (isRefusal(page)) return page;
    return this.lists.page(sender, requested, (merchantId, filters) =>
      outgoing(payoutList, { merchantId, filters, ...page }),
    );
  }
}
