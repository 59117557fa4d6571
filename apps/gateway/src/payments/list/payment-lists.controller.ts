import { Body, Controller, Get, Header, HttpCode, Inject, Post, Query } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { PaymentListFilterConstraints, PaymentListQuery, PaymentsAggregateQuery, TimeRange } from '@payorch/rest';
import { AllowOnly, Caller } from '../../auth/auth.guard';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { RefusalError } from '../../edge';
import { Trace, type RequestTrace } from '../../request-trace';
import { PaymentLists } from './payment-lists';

const json = () => Header('content-type', 'application/json');

async function orRefused<T extends object>(answer: Promise<T | Refusal>): Promise<T> {
  const given = await answer;
  if ('kind' in given && given.kind === 'refused') throw new RefusalError(given);
  return given as T;
}

/** Lists of a merchant's payments: its own calls, and their twins that are about one profile. */
@Controller('payments')
@AllowOnly('secret_key')
export class PaymentListsController {
  constructor(@Inject(PaymentLists) private readonly lists: PaymentLists) {}

  @Get('list')
  @json()
  list(
    @Query() query: PaymentListQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.list(query, { merchant, trace, of: 'merchant' }));
  }

  @Get('profile/list')
  @json()
  listOfProfile(
    @Query() query: PaymentListQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.list(query, { merchant, trace, of: 'profile' }));
  }

  @Post('list')
  @HttpCode(200)
  @json()
  filter(
    @Body() sent: PaymentListFilterConstraints,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.filter(sent, { merchant, trace, of: 'merchant' }));
  }

  @Post('profile/list')
  @HttpCode(200)
  @json()
  filterOfProfile(
    @Body() sent: PaymentListFilterConstraints,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.filter(sent, { merchant, trace, of: 'profile' }));
  }

  @Post('filter')
  @HttpCode(200)
  @json()
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
  @json()
  aggregate(
    @Query() query: PaymentsAggregateQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.statusCounts(query, { merchant, trace, of: 'merchant' }));
  }

  @Get('profile/aggregate')
  @json()
  aggregateOfProfile(
    @Query() query: PaymentsAggregateQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.lists.statusCounts(query, { merchant, trace, of: 'profile' }));
  }
}
