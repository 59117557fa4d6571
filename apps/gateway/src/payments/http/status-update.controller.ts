import { Body, Controller, Headers, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { PaymentsManualStatusUpdateRequest } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import type { OwnerReply } from '../../owners';
import { type RequestTrace, Trace } from '../../request';
import { ManualUpdates } from '../manual-updates';

/** The operator's end of a payment in review. */
@Controller('payments')
export class StatusUpdateController {
  constructor(@Inject(ManualUpdates) private readonly manualUpdates: ManualUpdates) {}

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
