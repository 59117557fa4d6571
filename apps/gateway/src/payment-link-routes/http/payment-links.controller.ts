import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { PaymentLinkListConstraints, PaymentLinkQuery } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { OptionalBody } from '../../validation';
import { PaymentLinks } from '../payment-links';

@Controller('payment_link')
export class PaymentLinksController {
  constructor(@Inject(PaymentLinks) private readonly links: PaymentLinks) {}

  @Post('list')
  @HttpCode(200)
  @OptionalBody()
  @AllowOnly('secret_key')
  list(@Body() sent: PaymentLinkListConstraints, @FromMerchant() sender: Sender): OwnerReply {
    return this.links.list(sent, sender);
  }

  @Get(':payment_link_id')
  @AllowOnly('client_or_secret_key')
  retrieve(
    @Param('payment_link_id') paymentLinkId: string,
    @Query() _query: PaymentLinkQuery,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.links.retrieve(paymentLinkId, sender);
  }
}
