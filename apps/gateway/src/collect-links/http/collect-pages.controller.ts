import { Controller, Get, Inject } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { FromBrowser, showPage, type Visit } from '../../payment-link-routes';
import { CollectPages } from '../collect-pages';

/** Pages for the customer's browser: the token in the query is its only credential. */
@Controller('payment_methods/collect')
export class CollectPagesController {
  constructor(@Inject(CollectPages) private readonly pages: CollectPages) {}

  @Get(':merchant_id/:collect_id')
  page(@FromBrowser() visit: Visit): Promise<string | Refusal> {
    const { merchant_id: merchantId = '', collect_id: collectLinkId = '' } = visit.params;
    const request = { merchantId, collectLinkId, ...visit.page };
    return showPage(visit, this.pages.page(request, visit.trace), (refusal) => this.pages.refused(refusal, request));
  }
}
