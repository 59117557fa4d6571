import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { PaymentListFilterConstraints, PaymentListQuery, PaymentsAggregateQuery, TimeRange } from '@payorch/rest';
import { AllowOnly, Caller } from '../../auth/http/auth.guard';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { OptionalBody } from '../../validation/body.guard';
import { orRefused, OwnerJson } from '../../owners/owner-reply';
import { Trace, type RequestTrace } from '../../request/request-trace';
import { PaymentLists } from '../list/payment-lists';

/** Lists of a merchant's payments: all payments, and those of one profile. */
@Controller('payments')
@AllowOnly('secret_key')
export class PaymentListsController {
  constructor(@Inject(PaymentLists) private readonly lists: PaymentLists) {}

  @Get('list')
  @OwnerJson()
  list(
    @Query() query: PaymentListQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.list(query, { merchant, trace, of: 'merchant' }));
  }

  @Get('profile/list')
  @OwnerJson()
  listOfProfile(
    @Query() query: PaymentListQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.list(query, { merchant, trace, of: 'profile' }));
  }

  @Post('list')
  @HttpCode(200)
  @OptionalBody()
  @OwnerJson()
  filter(
    @Body() sent: PaymentListFilterConstraints,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.filter(sent, { merchant, trace, of: 'merchant' }));
  }

  @Post('profile/list')
  @HttpCode(200)
  @OptionalBody()
  @OwnerJson()
  filterOfProfile(
    @Body() sent: PaymentListFilterConstraints,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.filter(sent, { merchant, trace, of: 'profile' }));
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
    @Query() query: PaymentsAggregateQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.statusCounts(query, { merchant, trace, of: 'merchant' }));
  }

  @Get('profile/aggregate')
  @OwnerJson()
  aggregateOfProfile(
    @Query() query: PaymentsAggregateQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.statusCounts(query, { merchant, trace, of: 'profile' }));
  }
}
