import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import {
  RefundManualUpdateRequest,
  RefundRequest,
  RefundRetrieveQuery,
  RefundSyncRequest,
  RefundUpdateRequest,
} from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { type RequestTrace, Trace } from '../../request';
import { Refunds } from '../refunds';

@Controller('refunds')
@AllowOnly('secret_key', 'connected')
export class RefundsController {
  constructor(@Inject(Refunds) private readonly refunds: Refunds) {}

  @Post()
  @HttpCode(200)
  create(@Body() sent: RefundRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.refunds.create(sent, sender);
  }

  @Post('sync')
  @HttpCode(200)
  sync(@Body() sent: RefundSyncRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.refunds.sync(sent, sender);
  }

  @Put(':refund_id/manual-update')
  @AllowOnly('admin')
  declare(
    @Param('refund_id') refundId: string,
    @Body() sent: RefundManualUpdateRequest,
    @Trace() trace: RequestTrace,
  ): OwnerReply {
    return this.refunds.declare(refundId, sent, trace);
  }

  @Get(':refund_id')
  retrieve(
    @Param('refund_id') refundId: string,
    @Query() { force_sync }: RefundRetrieveQuery,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.refunds.retrieve(refundId, force_sync ?? false, sender);
  }

  @Post(':refund_id')
  @HttpCode(200)
  update(
    @Param('refund_id') refundId: string,
    @Body() sent: RefundUpdateRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.refunds.update(refundId, sent, sender);
  }
}
