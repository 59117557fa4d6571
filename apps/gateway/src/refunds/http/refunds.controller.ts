import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import {
  RefundManualUpdateRequest,
  RefundRequest,
  RefundRetrieveQuery,
  RefundSyncRequest,
  RefundUpdateRequest,
} from '@payorch/rest';
import { AllowOnly, Caller } from '../../auth/http/auth.guard';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { orRefused, OwnerJson } from '../../owners/owner-reply';
import { Trace, type RequestTrace } from '../../request/request-trace';
import { Refunds } from '../refunds';

@Controller('refunds')
@AllowOnly('secret_key')
export class RefundsController {
  constructor(@Inject(Refunds) private readonly refunds: Refunds) {}

  @Post()
  @HttpCode(200)
  @OwnerJson()
  create(
    @Body() sent: RefundRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.refunds.create(sent, { merchant, trace }));
  }

  @Post('sync')
  @HttpCode(200)
  @OwnerJson()
  sync(
    @Body() sent: RefundSyncRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.refunds.sync(sent, { merchant, trace }));
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
  @OwnerJson()
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
  @OwnerJson()
  update(
    @Param('refund_id') refundId: string,
    @Body() sent: RefundUpdateRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<Buffer> {
    return orRefused(this.refunds.update(refundId, sent, { merchant, trace }));
  }
}
