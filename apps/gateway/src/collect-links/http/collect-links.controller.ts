import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { PaymentMethodCollectLinkRequest } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { FromBrowser, showPage, type Visit } from '../../payment-link-routes';
import { CollectLinks } from '../collect-links';
import { CollectPages } from '../collect-pages';

@Controller('payment_methods/collect')
export class CollectLinksController {
  constructor(
    @Inject(CollectLinks) private readonly links: CollectLinks,
    @Inject(CollectPages) private readonly pages: CollectPages,
  ) {}

  @Post()
  @HttpCode(200)
  @AllowOnly('secret_key')
  create(@Body() sent: PaymentMethodCollectLinkRequest, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.links.create(sent, sender);
  }

  /** For the customer's browser: the token in the query is its only credential. */
  @Get(':merchant_id/:collect_id')
  page(@FromBrowser() visit: Visit): Promise<string | Refusal> {
    const { merchant_id: merchantId = '', collect_id: collectLinkId = '' } = visit.params;
    const request = { merchantId, collectLinkId, ...visit.page };
    return showPage(visit, this.pages.page(request, visit.trace), (refusal) => this.pages.refused(refusal, request));
  }
}
