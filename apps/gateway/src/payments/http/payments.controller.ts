import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { paymentApprove, paymentCancelPostCaptureSync, paymentExtend, paymentReject } from '@payorch/contracts';
import {
  PaymentsCancelPostCaptureRequest,
  PaymentsCancelRequest,
  PaymentsCaptureRequest,
  PaymentsCompleteAuthorizeRequest,
  PaymentsConfirmRequest,
  PaymentsCreateRequest,
  PaymentsDynamicTaxCalculationRequest,
  PaymentsIncrementalAuthorizationRequest,
  PaymentsRetrieveQuery,
  PaymentsUpdateMetadataRequest,
  PaymentsUpdateRequest,
  PaymentSyncRequest,
} from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { OptionalBody } from '../../validation';
import { refuseScheduledCapture } from '../domain/check-payment-request';
import { shownTotalHeader } from '../domain/shown-total';
import { PaymentOperations } from '../payment-operations';
import { PaymentReads } from '../payment-reads';
import { Payments } from '../payments';

@Controller('payments')
export class PaymentsController {
  constructor(
    @Inject(Payments) private readonly payments: Payments,
    @Inject(PaymentReads) private readonly reads: PaymentReads,
    @Inject(PaymentOperations) private readonly operations: PaymentOperations,
  ) {}

  @Post()
  @HttpCode(200)
  @AllowOnly('secret_key', 'connected', refuseScheduledCapture)
  create(
    @Body() sent: PaymentsCreateRequest,
    @FromMerchant() sender: Sender,
    @Headers('accept-language') languages: string | undefined,
  ): OwnerReply {
    return this.payments.create(sent, sender, languages);
  }

  @Post('sync')
  @HttpCode(200)
  @AllowOnly('client_or_secret_key', 'connected')
  sync(@Body() sent: PaymentSyncRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.reads.sync(sent, sender);
  }

  @Post(':payment_id')
  @HttpCode(200)
  @AllowOnly('client_or_secret_key', 'connected', refuseScheduledCapture)
  update(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsUpdateRequest,
    @FromMerchant() sender: Sender,
    @Headers(shownTotalHeader) shownTotal: string | undefined,
  ): OwnerReply {
    return this.payments.update(paymentId, sent, sender, shownTotal);
  }

  @Post(':payment_id/confirm')
  @HttpCode(200)
  @AllowOnly('client_or_secret_key', 'connected', refuseScheduledCapture)
  confirm(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsConfirmRequest,
    @FromMerchant() sender: Sender,
    @Headers(shownTotalHeader) shownTotal: string | undefined,
  ): OwnerReply {
    return this.payments.confirm(paymentId, sent, sender, shownTotal);
  }

  @Get(':payment_id')
  @AllowOnly('client_or_secret_key', 'connected')
  retrieve(
    @Param('payment_id') paymentId: string,
    @Query() query: PaymentsRetrieveQuery,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.reads.retrieve(paymentId, query, sender);
  }

  @Get(':payment_id/routing')
  @AllowOnly('secret_key', 'connected')
  routing(@Param('payment_id') paymentId: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.reads.routing(paymentId, sender);
  }

  @Post(':payment_id/capture')
  @HttpCode(200)
  @OptionalBody()
  @AllowOnly('secret_key', 'connected')
  capture(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsCaptureRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.operations.capture(paymentId, sent, sender);
  }

  @Post(':payment_id/extend_authorization')
  @HttpCode(200)
  @AllowOnly('secret_key', 'connected')
  extend(@Param('payment_id') paymentId: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.operations.sendCommand(paymentExtend, paymentId, sender);
  }

  @Post(':payment_id/approve')
  @HttpCode(200)
  @AllowOnly('secret_key', 'connected')
  approve(@Param('payment_id') paymentId: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.operations.sendCommand(paymentApprove, paymentId, sender);
  }

  @Post(':payment_id/reject')
  @HttpCode(200)
  @AllowOnly('secret_key', 'connected')
  reject(@Param('payment_id') paymentId: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.operations.sendCommand(paymentReject, paymentId, sender);
  }

  @Post(':payment_id/complete_authorize')
  @HttpCode(200)
  @OptionalBody()
  @AllowOnly('client_or_secret_key_with_secret', 'connected')
  completeAuthorize(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsCompleteAuthorizeRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.operations.completeAuthorize(paymentId, sent, sender);
  }

  @Post(':payment_id/calculate_tax')
  @HttpCode(200)
  @AllowOnly('client_key')
  calculateTax(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsDynamicTaxCalculationRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.operations.calculateTax(paymentId, sent, sender);
  }

  @Post(':payment_id/incremental_authorization')
  @HttpCode(200)
  @AllowOnly('secret_key', 'connected')
  increment(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsIncrementalAuthorizationRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.operations.increment(paymentId, sent, sender);
  }

  @Post(':payment_id/update_metadata')
  @HttpCode(200)
  @AllowOnly('secret_key', 'connected')
  updateMetadata(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsUpdateMetadataRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.operations.updateMetadata(paymentId, sent, sender);
  }

  @Post(':payment_id/cancel')
  @HttpCode(200)
  @OptionalBody()
  @AllowOnly('secret_key', 'connected')
  cancel(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsCancelRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.operations.cancel(paymentId, sent, sender);
  }

  @Post(':payment_id/cancel_post_capture')
  @HttpCode(200)
  @OptionalBody()
  @AllowOnly('secret_key', 'connected')
  cancelPostCapture(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsCancelPostCaptureRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.operations.cancelPostCapture(paymentId, sent, sender);
  }

  @Get(':payment_id/cancel_post_capture')
  @AllowOnly('secret_key', 'connected')
  syncPostCaptureVoid(@Param('payment_id') paymentId: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.operations.sendCommand(paymentCancelPostCaptureSync, paymentId, sender);
  }
}
