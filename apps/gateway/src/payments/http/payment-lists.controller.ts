import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { PaymentListFilterConstraints, PaymentListQuery, PaymentsAggregateQuery, TimeRange } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import { ForList } from '../../lists';
import type { OwnerReply, ScopedSender } from '../../owners';
import { OptionalBody } from '../../validation';
import { PaymentLists } from '../list/payment-lists';

/** Lists of a merchant's payments: all payments, and those of one profile. */
@Controller('payments')
@AllowOnly('secret_key', 'connected')
export class PaymentListsController {
  constructor(@Inject(PaymentLists) private readonly lists: PaymentLists) {}

  @Get(['list', 'profile/list'])
  list(@Query() query: PaymentListQuery, @ForList() sender: ScopedSender): OwnerReply {
    return this.lists.list(query, sender);
  }

  @Post(['list', 'profile/list'])
  @HttpCode(200)
  @OptionalBody()
  filter(@Body() sent: PaymentListFilterConstraints, @ForList() sender: ScopedSender): OwnerReply {
    return this.lists.filter(sent, sender);
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
  aggregate(@Query() query: PaymentsAggregateQuery, @ForList() sender: ScopedSender): OwnerReply {
    return this.lists.statusCounts(query, sender);
  }
}
