import { Body, Controller, Get, Header, HttpCode, Inject, Ip, Param, Post, Query } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import {
  PaymentsCancelRequest,
  PaymentsCaptureRequest,
  PaymentsConfirmRequest,
  PaymentsCreateRequest,
  PaymentsIncrementalAuthorizationRequest,
  PaymentsRetrieveQuery,
  PaymentsUpdateMetadataRequest,
  PaymentsUpdateRequest,
  PaymentSyncRequest,
} from '@payorch/rest';
import { AllowOnly, Caller } from '../auth/auth.guard';
import type { AuthenticatedMerchant } from '../auth/authenticate';
import { RefusalError } from '../edge';
import { Trace, type RequestTrace } from '../request-trace';
import { refuseScheduledCapture } from './check-payment-request';
import { Payments } from './payments';

const json = () => Header('content-type', 'application/json');

/** The owner rendered the bytes: they go out as they came. */
async function bytes(answer: Promise<Buffer | Refusal>): Promise<Buffer> {
  const given = await answer;
  if (!Buffer.isBuffer(given)) throw new RefusalError(given);
  return given;
}

@Controller('payments')
export class PaymentsController {
  constructor(@Inject(Payments) private readonly payments: Payments) {}

  @Post()
  @HttpCode(200)
  @AllowOnly('secret_key', refuseScheduledCapture)
  @json()
  create(
    @Body() sent: PaymentsCreateRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return bytes(this.payments.create(sent, { merchant, trace, ip }));
  }

  @Post('sync')
  @HttpCode(200)
  @AllowOnly('client_or_secret_key')
  @json()
  sync(
    @Body() sent: PaymentSyncRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return bytes(this.payments.sync(sent, { merchant, trace, ip }));
  }

  @Post(':payment_id')
  @HttpCode(200)
  @AllowOnly('client_or_secret_key', refuseScheduledCapture)
  @json()
  update(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsUpdateRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return bytes(this.payments.update(paymentId, sent, { merchant, trace, ip }));
  }

  @Post(':payment_id/confirm')
  @HttpCode(200)
  @AllowOnly('client_or_secret_key', refuseScheduledCapture)
  @json()
  confirm(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsConfirmRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return bytes(this.payments.confirm(paymentId, sent, { merchant, trace, ip }));
  }

  @Get(':payment_id')
  @AllowOnly('client_or_secret_key')
  @json()
  retrieve(
    @Param('payment_id') paymentId: string,
    @Query() query: PaymentsRetrieveQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return bytes(this.payments.retrieve(paymentId, query, { merchant, trace, ip }));
  }

  @Post(':payment_id/capture')
  @HttpCode(200)
  @AllowOnly('secret_key')
  @json()
  capture(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsCaptureRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return bytes(this.payments.capture(paymentId, sent, { merchant, trace, ip }));
  }

  @Post(':payment_id/incremental_authorization')
  @HttpCode(200)
  @AllowOnly('secret_key')
  @json()
  increment(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsIncrementalAuthorizationRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return bytes(this.payments.increment(paymentId, sent, { merchant, trace, ip }));
  }

  @Post(':payment_id/update_metadata')
  @HttpCode(200)
  @AllowOnly('secret_key')
  @json()
  updateMetadata(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsUpdateMetadataRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return bytes(this.payments.updateMetadata(paymentId, sent, { merchant, trace, ip }));
  }

  @Post(':payment_id/cancel')
  @HttpCode(200)
  @AllowOnly('secret_key')
  @json()
  cancel(
    @Param('payment_id') paymentId: string,
    @Body() sent: PaymentsCancelRequest,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
    @Ip() ip: string,
  ): Promise<Buffer> {
    return bytes(this.payments.cancel(paymentId, sent, { merchant, trace, ip }));
  }
}
