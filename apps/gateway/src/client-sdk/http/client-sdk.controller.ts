import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { PaymentMethodListQuery, SdkConfigQuery } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { ClientSdk } from '../client-sdk';

/** What a web or mobile SDK reads before it draws a checkout. */
@Controller()
@AllowOnly('client_key')
export class ClientSdkController {
  constructor(@Inject(ClientSdk) private readonly sdk: ClientSdk) {}

  @Get('payments/:payment_id/client')
  client(
    @Param('payment_id') paymentId: string,
    @Query() query: PaymentMethodListQuery,
    @FromMerchant() sender: Sender,
  ): Promise<object | Refusal> {
    return this.sdk.client(paymentId, query, sender);
  }

  @Get('v1/sdk/configs/:platform/sdk_config.json')
  config(
    @Param('platform') platform: string,
    @Query() _: SdkConfigQuery,
    @FromMerchant() sender: Sender,
  ): Promise<object | Refusal> {
    return this.sdk.config(platform, sender);
  }
}
