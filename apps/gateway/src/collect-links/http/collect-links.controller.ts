import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { PaymentMethodCollectLinkRequest } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { CollectLinks } from '../collect-links';

@Controller('payment_methods/collect')
export class CollectLinksController {
  constructor(@Inject(CollectLinks) private readonly links: CollectLinks) {}

  @Post()
  @HttpCode(200)
  @AllowOnly('secret_key')
  create(@Body() sent: PaymentMethodCollectLinkRequest, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.links.create(sent, sender);
  }
}
