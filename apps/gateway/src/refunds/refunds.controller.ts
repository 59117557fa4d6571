import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
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
import { orRefused, OwnersJson } from '../owners/pass-on';
import { Trace, type RequestTrace } from '../request-trace';
import { refundFilters } from './refund-filters';
import { Refunds } from './refunds';

@Controller('refunds')
@AllowOnly('secret_key')
export class RefundsController {
  constructor(
    @Inject(Refunds) private readonly refunds: Refunds,
    @Inject(ConnectorAccounts) private readonly accounts: ConnectorAccounts,
  ) {}

  @Post()
  @HttpCode(200)
  @OwnersJson()
  create(
    @Body() sent: RefundRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.refunds.create(sent, { merchant, trace }));
  }

  @Post('list')
  @HttpCode(200)
  @OwnersJson()
  list(
    @Body() sent: RefundListRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.refunds.list(sent, { merchant, trace }));
  }

  @Post('sync')
  @HttpCode(200)
  @OwnersJson()
  sync(
    @Body() sent: RefundSyncRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.refunds.sync(sent, { merchant, trace }));
  }

  @Post('filter')
  @HttpCode(200)
  @OwnersJson()
  filter(
    @Body() sent: TimeRange,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.refunds.filterValues(sent, { merchant, trace }));
  }

  @Get('v2/filter')
  async allFilters(@Caller() { merchantId }: AuthenticatedMerchant): Promise<object> {
    return refundFilters(await this.accounts.list(merchantId));
  }

  @Get('aggregate')
  @OwnersJson()
  aggregate(
    @Query() query: RefundAggregateQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.refunds.statusCounts(query, { merchant, trace }));
  }

  @Put(':refund_id/manual-update')
  @AllowOnly('admin')
  declare(
    @Param('refund_id') refundId: string,
    @Body() sent: RefundManualUpdateRequest,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.refunds.declare(refundId, sent, trace));
  }

  @Get(':refund_id')
  @OwnersJson()
  retrieve(
    @Param('refund_id') refundId: string,
    @Query() { force_sync }: RefundRetrieveQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.refunds.retrieve(refundId, force_sync ?? false, { merchant, trace }));
  }

  @Post(':refund_id')
  @HttpCode(200)
  @OwnersJson()
  update(
    @Param('refund_id') refundId: string,
    @Body() sent: RefundUpdateRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.refunds.update(refundId, sent, { merchant, trace }));
  }
}
