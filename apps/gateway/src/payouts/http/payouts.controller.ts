import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import {
  PayoutCancelRequest,
  PayoutConfirmRequest,
  PayoutFulfillRequest,
  PayoutManualUpdateRequest,
  PayoutRetrieveQuery,
  PayoutsCreateRequest,
  PayoutUpdateRequest,
} from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { type RequestTrace, Trace } from '../../request';
import { OptionalBody } from '../../validation';
import { PayoutOperations } from '../payout-operations';
import { Payouts } from '../payouts';

@Controller('payouts')
@AllowOnly('secret_key')
export class PayoutsController {
  constructor(
    @Inject(Payouts) private readonly payouts: Payouts,
    @Inject(PayoutOperations) private readonly operations: PayoutOperations,
  ) {}

  @Post('create')
  @HttpCode(200)
  create(
    @Body() sent: PayoutsCreateRequest,
    @FromMerchant() sender: Sender,
    @Headers('accept-language') languages: string | undefined,
  ): OwnerReply {
    return this.payouts.create(sent, sender, languages);
  }

  @Get(':payout_id')
  retrieve(
    @Param('payout_id') payoutId: string,
    @Query() query: PayoutRetrieveQuery,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.operations.retrieve(payoutId, query, sender);
  }

  /** The document of the interface names POST, and its service answers PUT. */
  @Post(':payout_id')
  @HttpCode(200)
  update(
    @Param('payout_id') payoutId: string,
    @Body() sent: PayoutUpdateRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.payouts.update(payoutId, sent, sender);
  }

  @Put(':payout_id')
  put(
    @Param('payout_id') payoutId: string,
    @Body() sent: PayoutUpdateRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.payouts.update(payoutId, sent, sender);
  }

  @Post(':payout_id/confirm')
  @HttpCode(200)
  @AllowOnly('client_or_secret_key_with_secret')
  confirm(
    @Param('payout_id') payoutId: string,
    @Body() sent: PayoutConfirmRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.payouts.confirm(payoutId, sent, sender);
  }

  @Post(':payout_id/cancel')
  @HttpCode(200)
  @OptionalBody()
  cancel(
    @Param('payout_id') payoutId: string,
    @Body() sent: PayoutCancelRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.operations.cancel(payoutId, sent, sender);
  }

  @Post(':payout_id/fulfill')
  @HttpCode(200)
  @OptionalBody()
  fulfill(
    @Param('payout_id') payoutId: string,
    @Body() sent: PayoutFulfillRequest,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.operations.fulfill(payoutId, sent, sender);
  }

  @Put(':payout_id/manual-update')
  @AllowOnly('admin')
  declare(
    @Param('payout_id') payoutId: string,
    @Body() sent: PayoutManualUpdateRequest,
    @Trace() trace: RequestTrace,
  ): OwnerReply {
    return this.operations.declare(payoutId, sent, trace);
  }
}
