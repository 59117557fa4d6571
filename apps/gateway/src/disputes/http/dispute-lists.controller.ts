import { Controller, Get, Inject, Query } from '@nestjs/common';
import { DisputeAggregateQuery, DisputeListQuery } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import { ForList } from '../../lists';
import type { OwnerReply, ScopedSender } from '../../owners';
import { DisputeLists } from '../dispute-lists';

/** Lists of a merchant's disputes: all disputes, and those of one profile. */
@Controller('disputes')
@AllowOnly('secret_key')
export class DisputeListsController {
  constructor(@Inject(DisputeLists) private readonly lists: DisputeLists) {}

  @Get(['list', 'profile/list'])
  list(@Query() query: DisputeListQuery, @ForList() sender: ScopedSender): OwnerReply {
    return this.lists.list(query, sender);
  }

  @Get(['filter', 'profile/filter'])
  filterOptions(@ForList() sender: ScopedSender): Promise<object> {
    return this.lists.filterOptions(sender);
  }

  @Get(['aggregate', 'profile/aggregate'])
  aggregate(@Query() query: DisputeAggregateQuery, @ForList() sender: ScopedSender): OwnerReply {
    return this.lists.statusCounts(query, sender);
  }
}
