import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { RefundAggregateQuery, RefundListRequest, TimeRange } from '@payorch/rest';
import { AllowOnly, Caller } from '../../auth/auth.guard';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { OptionalBody } from '../../edge';
import { orRefused, OwnersJson } from '../../owners/pass-on';
import { Trace, type RequestTrace } from '../../request-trace';
import { RefundLists } from './refund-lists';

/** Lists of a merchant's refunds: its own calls, and their twins that are about one profile. */
@Controller('refunds')
@AllowOnly('secret_key')
export class RefundListsController {
  constructor(@Inject(RefundLists) private readonly lists: RefundLists) {}

  @Post('list')
  @HttpCode(200)
  @OptionalBody()
  @OwnersJson()
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
  @OwnersJson()
  listOfProfile(
    @Body() sent: RefundListRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.list(sent, { merchant, trace, of: 'profile' }));
  }

  @Post('filter')
  @HttpCode(200)
  @OwnersJson()
  filterValues(
    @Body() sent: TimeRange,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.filterValues(sent, { merchant, trace, of: 'merchant' }));
  }

  @Get('v2/filter')
  offered(@Caller() merchant: AuthenticatedMerchant, @Trace() trace: RequestTrace): Promise<object> {
    return orRefused(this.lists.offeredFilters({ merchant, trace, of: 'merchant' }));
  }

  @Get('v2/profile/filter')
  offeredOfProfile(@Caller() merchant: AuthenticatedMerchant, @Trace() trace: RequestTrace): Promise<object> {
    return orRefused(this.lists.offeredFilters({ merchant, trace, of: 'profile' }));
  }

  @Get('aggregate')
  @OwnersJson()
  aggregate(
    @Query() query: RefundAggregateQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.statusCounts(query, { merchant, trace, of: 'merchant' }));
  }

  @Get('profile/aggregate')
  @OwnersJson()
  aggregateOfProfile(
    @Query() query: RefundAggregateQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.statusCounts(query, { merchant, trace, of: 'profile' }));
  }
}
