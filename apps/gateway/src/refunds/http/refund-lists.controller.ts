import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { RefundAggregateQuery, RefundListRequest, TimeRange } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { OptionalBody } from '../../validation';
import { RefundLists } from '../refund-lists';

/** Lists of a merchant's refunds: all refunds, and those of one profile. */
@Controller('refunds')
@AllowOnly('secret_key')
export class RefundListsController {
  constructor(@Inject(RefundLists) private readonly lists: RefundLists) {}

  @Post('list')
  @HttpCode(200)
  @OptionalBody()
  list(@Body() sent: RefundListRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.lists.list(sent, { ...sender, of: 'merchant' });
  }

  @Post('profile/list')
  @HttpCode(200)
  @OptionalBody()
  listOfProfile(@Body() sent: RefundListRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.lists.list(sent, { ...sender, of: 'profile' });
  }

  @Post('filter')
  @HttpCode(200)
  filterValues(@Body() sent: TimeRange, @FromMerchant() sender: Sender): OwnerReply {
    return this.lists.filterValues(sent, { ...sender, of: 'merchant' });
  }

  @Get('v2/filter')
  filterOptions(@FromMerchant() sender: Sender): Promise<object> {
    return this.lists.filterOptions({ ...sender, of: 'merchant' });
  }

  @Get('v2/profile/filter')
  filterOptionsOfProfile(@FromMerchant() sender: Sender): Promise<object> {
    return this.lists.filterOptions({ ...sender, of: 'profile' });
  }

  @Get('aggregate')
  aggregate(@Query() query: RefundAggregateQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.lists.statusCounts(query, { ...sender, of: 'merchant' });
  }

  @Get('profile/aggregate')
  aggregateOfProfile(@Query() query: RefundAggregateQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.lists.statusCounts(query, { ...sender, of: 'profile' });
  }
}
