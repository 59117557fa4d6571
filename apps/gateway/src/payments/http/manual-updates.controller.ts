import { Body, Controller, Headers, HttpCode, Inject, Param, Post, Put } from '@nestjs/common';
import { PaymentsManualStatusUpdateRequest, PaymentsManualUpdateRequest } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import type { OwnerReply } from '../../owners';
import { type RequestTrace, Trace } from '../../request';
import { ManualUpdates } from '../manual-updates';

/** The operator's changes of payments that their processor does not report. */
@Controller('payments')
export class ManualUpdatesController {
  constructor(@Inject(ManualUpdates) private readonly manualUpdates: ManualUpdates) {}

  @Put(':payment_id/manual-update')
  @AllowOnly('admin')
  update(
    @Param('payment_id') paymentId: string,
    @Headers('x-merchant-id') merchantId: string | undefined,
    @Body() sent: PaymentsManualUpdateRequest,
    @Trace() trace: RequestTrace,
  ): OwnerReply {
    return this.manualUpdates.update({ paymentId, merchantId }, sent, trace);
  }

  /** The end of a payment in review. */
  @Post(':payment_id/manual-status-update')
  @HttpCode(200)
  @AllowOnly('admin')
  endReview(
    @Param('payment_id') paymentId: string,
    @Headers('x-merchant-id') merchantId: string | undefined,
    @Body() sent: PaymentsManualStatusUpdateRequest,
    @Trace() trace: RequestTrace,
  ): OwnerReply {
    return this.manualUpdates.endReview({ paymentId, merchantId }, sent, trace);
  }
}
