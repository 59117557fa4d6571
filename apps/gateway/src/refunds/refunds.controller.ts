import { Body, Controller, Get, Header, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import {
  RefundAggregateQuery,
  RefundListRequest,
  RefundManualUpdateRequest,
  RefundRequest,
  RefundRetrieveQuery,
  RefundSyncRequest,
  RefundUpdateRequest,
  TimeRange,
} from '@payorch/rest';
import { ConnectorAccounts } from '../accounts/connector-accounts';
import { AllowOnly, Caller } from '../auth/auth.guard';
import type { AuthenticatedMerchant } from '../auth/authenticate';
import { RefusalError } from '../edge';
import { Trace, type RequestTrace } from '../request-trace';
import { refundFilters } from './refund-filters';
import { Refunds } from './refunds';

const json = () => Header('content-type', 'application/json');

/** The owner rendered the bytes: they go out as they came. */
async function bytes(answer: Promise<Buffer | Refusal>): Promise<Buffer> {
  const given = await answer;
  if (!Buffer.isBuffer(given)) throw new RefusalError(given);
  return given;
}

@Controller('refunds')
@AllowOnly('secret_key')
export class RefundsController {
  constructor(
    @Inject(Refunds) private readonly refunds: Refunds,
    @Inject(ConnectorAccounts) private readonly accounts: ConnectorAccounts,
  ) {}

  @Post()
  @HttpCode(200)
  @json()
  create(
    @Body() sent: RefundRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return bytes(this.refunds.create(sent, { merchant, trace }));
  }

  @Post('list')
  @HttpCode(200)
  @json()
  list(
    @Body() sent: RefundListRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return bytes(this.refunds.list(sent, { merchant, trace }));
  }

  @Post('sync')
  @HttpCode(200)
  @json()
  sync(
    @Body() sent: RefundSyncRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return bytes(this.refunds.sync(sent, { merchant, trace }));
  }

  @Post('filter')
  @HttpCode(200)
  @json()
  filter(
    @Body() sent: TimeRange,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return bytes(this.refunds.filterValues(sent, { merchant, trace }));
  }

  @Get('v2/filter')
  async allFilters(@Caller() { merchantId }: AuthenticatedMerchant): Promise<object> {
    return refundFilters(await this.accounts.list(merchantId));
  }

  @Get('aggregate')
  @json()
  aggregate(
    @Query() query: RefundAggregateQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return bytes(this.refunds.statusCounts(query, { merchant, trace }));
  }

  @Put(':refund_id/manual-update')
  @AllowOnly('admin')
  declare(
    @Param('refund_id') refundId: string,
    @Body() sent: RefundManualUpdateRequest,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return bytes(this.refunds.declare(refundId, sent, trace));
  }

  @Get(':refund_id')
  @json()
  retrieve(
    @Param('refund_id') refundId: string,
    @Query() { force_sync }: RefundRetrieveQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return bytes(this.refunds.retrieve(refundId, force_sync ?? false, { merchant, trace }));
  }

  @Post(':refund_id')
  @HttpCode(200)
  @json()
  update(
    @Param('refund_id') refundId: string,
    @Body() sent: RefundUpdateRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return bytes(this.refunds.update(refundId, sent, { merchant, trace }));
  }
}
