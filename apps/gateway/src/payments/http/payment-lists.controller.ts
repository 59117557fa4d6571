import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { PaymentListFilterConstraints, PaymentListQuery, PaymentsAggregateQuery, TimeRange } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { OptionalBody } from '../../validation';
import { PaymentLists } from '../list/payment-lists';

/** Lists of a merchant's payments: all payments, and those of one profile. */
@Controller('payments')
@AllowOnly('secret_key')
export class PaymentListsController {
  constructor(@Inject(PaymentLists) private readonly lists: PaymentLists) {}

  @Get('list')
  list(@Query() query: PaymentListQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.lists.list(query, { ...sender, of: 'merchant' });
  }

  @Get('profile/list')
  listOfProfile(@Query() query: PaymentListQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.lists.list(query, { ...sender, of: 'profile' });
  }

  @Post('list')
  @HttpCode(200)
  @OptionalBody()
  filter(@Body() sent: PaymentListFilterConstraints, @FromMerchant() sender: Sender): OwnerReply {
    return this.lists.filter(sent, { ...sender, of: 'merchant' });
  }

  @Post('profile/list')
  @HttpCode(200)
  @OptionalBody()
  filterOfProfile(@Body() sent: PaymentListFilterConstraints, @FromMerchant() sender: Sender): OwnerReply {
    return this.lists.filter(sent, { ...sender, of: 'profile' });
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
  aggregate(@Query() query: PaymentsAggregateQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.lists.statusCounts(query, { ...sender, of: 'merchant' });
  }

  @Get('profile/aggregate')
  aggregateOfProfile(@Query() query: PaymentsAggregateQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.lists.statusCounts(query, { ...sender, of: 'profile' });
  }
}
