import { Inject, Injectable } from '@nestjs/common';
import { disputeAggregate, disputeList, isRefusal, outgoing, type Refusal } from '@payorch/contracts';
import type { DisputeAggregateQuery, DisputeListQuery } from '@payorch/rest';
import { OwnerLists, pageOf, timeBounds } from '../lists';
import { type OwnerReply, type ScopedSender, scopeOf } from '../owners';
import { filterOptions, toDisputeFilters, withinProfile } from './domain/to-dispute-filters';

/** Queries dispute lists and counts from the owner of disputes. */
@Injectable()
export class DisputeLists {
  constructor(@Inject(OwnerLists) private readonly lists: OwnerLists) {}

  async list(query: DisputeListQuery, sender: ScopedSender): OwnerReply {
    const page = pageOf(query);
    if (isRefusal(page)) return page;
    const scope = scopeOf(sender);
    if (isRefusal(scope)) return scope;
    const requested = toDisputeFilters(query);
    if (!requested) return Buffer.from('[]');
    const filters = withinProfile(requested, scope.profileId);
    if (isRefusal(filters)) return filters;
    return this.lists.query(sender, ({ merchantId }) => outgoing(disputeList, { merchantId, filters, ...page }));
  }

  statusCounts({ start_time, end_time }: DisputeAggregateQuery, sender: ScopedSender): OwnerReply {
    // The end is included.
    const { before } = timeBounds({ until: null, 'until.lte': end_time }, 'until');
    return this.lists.query(sender, (scope) =>
      outgoing(disputeAggregate, { ...scope, receivedFrom: start_time, receivedBefore: before }),
    );
  }

  filterOptions(sender: ScopedSender): Promise<object | Refusal> {
    return this.lists.options(sender, filterOptions);
  }
}
