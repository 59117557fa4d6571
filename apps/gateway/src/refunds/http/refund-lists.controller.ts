import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { RefundAggregateQuery, RefundListRequest, TimeRange } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import { ForList } from '../../lists';
import type { OwnerReply, ScopedSender } from '../../owners';
import { OptionalBody } from '../../validation';
import { RefundLists } from '../refund-lists';

/** Lists of a merchant's refunds: all refunds, and those of one profile. */
@Controller('refunds')
@AllowOnly('secret_key', 'connected')
export class RefundListsController {
  constructor(@Inject(RefundLists) private readonly lists: RefundLists) {}

  @Post(['list', 'profile/list'])
  @HttpCode(200)
  @OptionalBody()
  list(@Body() sent: RefundListRequest, @ForList() sender: ScopedSender): OwnerReply {
    return this.lists.list(sent, sender);
  }

  @Post('filter')
  @HttpCode(200)
  filterValues(@Body() sent: TimeRange, @ForList() sender: ScopedSender): OwnerReply {
    return this.lists.filterValues(sent, sender);
  }

  @Get(['v2/filter', 'v2/profile/filter'])
  filterOptions(@ForList() sender: ScopedSender): Promise<object> {
    return this.lists.filterOptions(sender);
  }

  @Get(['aggregate', 'profile/aggregate'])
  aggregate(@Query() query: RefundAggregateQuery, @ForList() sender: ScopedSender): OwnerReply {
    return this.lists.statusCounts(query, sender);
  }
}
