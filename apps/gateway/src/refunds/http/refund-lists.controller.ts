import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { RefundAggregateQuery, RefundListRequest, TimeRange } from '@payorch/rest';
import { AllowOnly, Caller } from '../../auth/http/auth.guard';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { OptionalBody } from '../../validation/body.guard';
import { orRefused, OwnerJson } from '../../owners/owner-reply';
import { Trace, type RequestTrace } from '../../request/request-trace';
import { RefundLists } from '../refund-lists';

/** Lists of a merchant's refunds: all refunds, and those of one profile. */
@Controller('refunds')
@AllowOnly('secret_key')
export class RefundListsController {
  constructor(@Inject(RefundLists) private readonly lists: RefundLists) {}

  @Post('list')
  @HttpCode(200)
  @OptionalBody()
  @OwnerJson()
  list(
    @Body() sent: RefundListRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.list(sent, { merchant, trace, of: 'merchant' }));
  }

  @Post('profile/list')
  @HttpCode(200)
  @OptionalBody()
  @OwnerJson()
  listOfProfile(
    @Body() sent: RefundListRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.list(sent, { merchant, trace, of: 'profile' }));
  }

  @Post('filter')
  @HttpCode(200)
  @OwnerJson()
  filterValues(
    @Body() sent: TimeRange,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.filterValues(sent, { merchant, trace, of: 'merchant' }));
  }

  @Get('v2/filter')
  filterOptions(@Caller() merchant: AuthenticatedMerchant, @Trace() trace: RequestTrace): Promise<object> {
    return orRefused(this.lists.filterOptions({ merchant, trace, of: 'merchant' }));
  }

  @Get('v2/profile/filter')
  filterOptionsOfProfile(@Caller() merchant: AuthenticatedMerchant, @Trace() trace: RequestTrace): Promise<object> {
    return orRefused(this.lists.filterOptions({ merchant, trace, of: 'profile' }));
  }

  @Get('aggregate')
  @OwnerJson()
  aggregate(
    @Query() query: RefundAggregateQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.statusCounts(query, { merchant, trace, of: 'merchant' }));
  }

  @Get('profile/aggregate')
  @OwnerJson()
  aggregateOfProfile(
    @Query() query: RefundAggregateQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.statusCounts(query, { merchant, trace, of: 'profile' }));
  }
}
