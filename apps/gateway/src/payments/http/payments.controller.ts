import { Body, Controller, Get, HttpCode, Inject, Ip, Param, Post, Query } from '@nestjs/common';
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
import { AllowOnly, Caller } from '../../auth/http/auth.guard';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { OptionalBody } from '../../validation/body.guard';
import { orRefused, OwnerJson } from '../../owners/owner-reply';
import { Trace, type RequestTrace } from '../../request/request-trace';
import { refuseScheduledCapture } from '../domain/check-payment-request';
import { Payments } from '../payments';

@Controller('payments')
export class PaymentsController {
  constructor(@Inject(Payments) private readonly payments: Payments) {}

  @Post()
  @HttpCode(200)
  @AllowOnly('secret_key', refuseScheduledCapture)
  @OwnerJson()
  create(
    @Body() sent: PaymentsCreateRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.create(sent, { merchant, trace, ip }));
  }

  @Post('sync')
  @HttpCode(200)
  @AllowOnly('client_or_secret_key')
  @OwnerJson()
  sync(
    @Body() sent: PaymentSyncRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.sync(sent, { merchant, trace, ip }));
  }

  @Post(':payment_id')
  @HttpCode(200)
  @AllowOnly('client_or_secret_key', refuseScheduledCapture)
  @OwnerJson()
  update(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsUpdateRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.update(paymentId, sent, { merchant, trace, ip }));
  }

  @Post(':payment_id/confirm')
  @HttpCode(200)
  @AllowOnly('client_or_secret_key', refuseScheduledCapture)
  @OwnerJson()
  confirm(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsConfirmRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.confirm(paymentId, sent, { merchant, trace, ip }));
  }

  @Get(':payment_id')
  @AllowOnly('client_or_secret_key')
  @OwnerJson()
  retrieve(
    @Param('payment_id') paymentId: string,
    @Query() query: PaymentsRetrieveQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.retrieve(paymentId, query, { merchant, trace, ip }));
  }

  @Post(':payment_id/capture')
  @HttpCode(200)
  @OptionalBody()
  @AllowOnly('secret_key')
  @OwnerJson()
  capture(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsCaptureRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.capture(paymentId, sent, { merchant, trace, ip }));
  }

  @Post(':payment_id/extend_authorization')
  @HttpCode(200)
  @AllowOnly('secret_key')
  @OwnerJson()
  extend(
    @Param('payment_id') paymentId: string,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.sendCommand(paymentExtend, paymentId, { merchant, trace, ip }));
  }

  @Post(':payment_id/approve')
  @HttpCode(200)
  @AllowOnly('secret_key')
  @OwnerJson()
  approve(
    @Param('payment_id') paymentId: string,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.sendCommand(paymentApprove, paymentId, { merchant, trace, ip }));
  }

  @Post(':payment_id/reject')
  @HttpCode(200)
  @AllowOnly('secret_key')
  @OwnerJson()
  reject(
    @Param('payment_id') paymentId: string,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.sendCommand(paymentReject, paymentId, { merchant, trace, ip }));
  }

  @Post(':payment_id/complete_authorize')
  @HttpCode(200)
  @OptionalBody()
  @AllowOnly('client_or_secret_key_with_secret')
  @OwnerJson()
  completeAuthorize(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsCompleteAuthorizeRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.completeAuthorize(paymentId, sent, { merchant, trace, ip }));
  }

  @Post(':payment_id/calculate_tax')
  @HttpCode(200)
  @AllowOnly('client_key')
  @OwnerJson()
  calculateTax(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsDynamicTaxCalculationRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.calculateTax(paymentId, sent, { merchant, trace, ip }));
  }

  @Post(':payment_id/incremental_authorization')
  @HttpCode(200)
  @AllowOnly('secret_key')
  @OwnerJson()
  increment(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsIncrementalAuthorizationRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.increment(paymentId, sent, { merchant, trace, ip }));
  }

  @Post(':payment_id/update_metadata')
  @HttpCode(200)
  @AllowOnly('secret_key')
  @OwnerJson()
  updateMetadata(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsUpdateMetadataRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.updateMetadata(paymentId, sent, { merchant, trace, ip }));
  }

  @Post(':payment_id/cancel')
  @HttpCode(200)
  @OptionalBody()
  @AllowOnly('secret_key')
  @OwnerJson()
  cancel(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsCancelRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.cancel(paymentId, sent, { merchant, trace, ip }));
  }

  @Post(':payment_id/cancel_post_capture')
  @HttpCode(200)
  @OptionalBody()
  @AllowOnly('secret_key')
  @OwnerJson()
  cancelPostCapture(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsCancelPostCaptureRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.cancelPostCapture(paymentId, sent, { merchant, trace, ip }));
  }

  @Get(':payment_id/cancel_post_capture')
  @AllowOnly('secret_key')
  @OwnerJson()
  syncPostCaptureVoid(
    @Param('payment_id') paymentId: string,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return orRefused(this.payments.sendCommand(paymentCancelPostCaptureSync, paymentId, { merchant, trace, ip }));
  }
}
