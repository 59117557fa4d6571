import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { PayoutAggregateQuery, PayoutListFilterConstraints, PayoutListQuery, TimeRange } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import { ForList } from '../../lists';
import type { OwnerReply, ScopedSender } from '../../owners';
import { OptionalBody } from '../../validation';
import { PayoutLists } from '../payout-lists';

/** Lists of a merchant's payouts: all payouts, and those of one profile. */
@Controller('payouts')
@AllowOnly('secret_key')
export class PayoutListsController {
  constructor(@Inject(PayoutLists) private readonly lists: PayoutLists) {}

  @Get(['list', 'profile/list'])
  list(@Query() query: PayoutListQuery, @ForList() sender: ScopedSender): OwnerReply {
    return this.lists.list(query, sender);
  }

  @Post(['list', 'profile/list'])
  @HttpCode(200)
  @OptionalBody()
  filter(@Body() sent: PayoutListFilterConstraints, @ForList() sender: ScopedSender): OwnerReply {
    return this.lists.filter(sent, sender);
  }

  @Post(['filter', 'profile/filter'])
  @HttpCode(200)
  filterValues(@Body() sent: TimeRange, @ForList() sender: ScopedSender): OwnerReply {
    return this.lists.filterValues(sent, sender);
  }

  @Get(['v2/filter', 'v2/profile/filter'])
  filterOptions(@ForList() sender: ScopedSender): Promise<object> {
    return this.lists.filterOptions(sender);
  }

  @Get(['aggregate', 'profile/aggregate'])
  aggregate(@Query() query: PayoutAggregateQuery, @ForList() sender: ScopedSender): OwnerReply {
    return this.lists.statusCounts(query, sender);
  }
}
