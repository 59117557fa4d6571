import { Inject, Injectable } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { outgoing, refundFilterValues, refundList, refundStatusCounts } from '@payorch/contracts';
import type { RefundAggregateQuery, RefundListRequest, TimeRange } from '@payorch/rest';
import { createdWithin, OwnerLists } from '../lists';
import type { OwnerReply, ScopedSender } from '../owners';
import { checkRefundList } from './domain/check-refund-request';
import { filterOptions } from './domain/filter-options';
import { toRefundFilters } from './domain/to-refund-filters';

/** Queries refund lists and counts from the owner of refunds. */
@Injectable()
export class RefundLists {
  constructor(@Inject(OwnerLists) private readonly lists: OwnerLists) {}

  async list(sent: RefundListRequest, sender: ScopedSender): OwnerReply {
    const refused = checkRefundList(sent);
    if (refused) return refused;
    const page = { limit: sent.limit ?? 10, offset: sent.offset ?? 0 };
    return this.lists.page(sender, toRefundFilters(sent), (merchantId, filters) =>
      outgoing(refundList, { merchantId, filters, ...page }),
    );
  }

  filterValues(sent: TimeRange, sender: ScopedSender): OwnerReply {
    return this.lists.query(sender, (scope) => outgoing(refundFilterValues, { ...scope, ...createdWithin(sent) }));
  }

  statusCounts(query: RefundAggregateQuery, sender: ScopedSender): OwnerReply {
    return this.lists.query(sender, (scope) => outgoing(refundStatusCounts, { ...scope, ...createdWithin(query) }));
  }

  filterOptions(sender: ScopedSender): Promise<object | Refusal> {
    return this.lists.options(sender, filterOptions);
  }
}
