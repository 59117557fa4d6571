import { Inject, Injectable } from '@nestjs/common';
import type { PaymentFilters, PaymentListPage, Refusal } from '@payorch/contracts';
import { isRefusal, outgoing, paymentFilterValues, paymentList, paymentStatusCounts } from '@payorch/contracts';
import type { PaymentListFilterConstraints, PaymentListQuery, PaymentsAggregateQuery, TimeRange } from '@payorch/rest';
import { OwnerLists } from '../../lists';
import type { OwnerReply, ScopedSender } from '../../owners';
import { filterOptions } from './filter-options';
import { createdIn, filtersOfBody, filtersOfQuery, pageOfBody, pageOfQuery } from './to-payment-filters';

/** Queries payment lists and counts from the owner of payments. */
@Injectable()
export class PaymentLists {
  constructor(@Inject(OwnerLists) private readonly lists: OwnerLists) {}

  list(query: PaymentListQuery, sender: ScopedSender): OwnerReply {
    return this.page(filtersOfQuery(query), pageOfQuery(query), false, sender);
  }

  filter(sent: PaymentListFilterConstraints, sender: ScopedSender): OwnerReply {
    return this.page(filtersOfBody(sent), pageOfBody(sent), true, sender);
  }

  statusCounts(query: PaymentsAggregateQuery, sender: ScopedSender): OwnerReply {
    return this.lists.query(sender, (scope) => outgoing(paymentStatusCounts, { ...scope, ...createdIn(query) }));
  }

  filterValues(sent: TimeRange, sender: ScopedSender): OwnerReply {
    return this.lists.query(sender, (scope) => outgoing(paymentFilterValues, { ...scope, ...createdIn(sent) }));
  }

  filterOptions(sender: ScopedSender): Promise<object | Refusal> {
    return this.lists.options(sender, filterOptions);
  }

  private async page(
    requested: PaymentFilters,
    page: PaymentListPage | Refusal,
    withTotal: boolean,
    sender: ScopedSender,
  ): OwnerReply {
    if (isRefusal(page)) return page;
    return this.lists.page(sender, requested, (merchantId, filters) =>
      outgoing(paymentList, { merchantId, filters, page, withTotal }),
    );
  }
}
