import { Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { FromBrowser, type LinkPage, showPage, type Visit } from '../../payment-link-routes';
import { type PayoutPageRequest, PayoutPages } from '../payout-pages';

/** Pages for the recipient's browser: the token in the query is its only credential. */
@Controller('payout_link')
export class PayoutPagesController {
  constructor(@Inject(PayoutPages) private readonly pages: PayoutPages) {}

  @Get(':merchant_id/:payout_id')
  page(@FromBrowser() visit: Visit): Promise<string | Refusal> {
    return this.shown(visit, (request) => this.pages.page(request, visit));
  }

  /** For a browser without scripts. */
  @Post(':merchant_id/:payout_id')
  @HttpCode(200)
  confirm(@FromBrowser() visit: Visit): Promise<string | Refusal> {
    return this.shown(visit, (request) => this.pages.confirm(request, visit.form, visit));
  }

  private shown(
    visit: Visit,
    show: (request: PayoutPageRequest) => Promise<LinkPage | Refusal>,
  ): Promise<string | Refusal> {
    const { merchant_id: merchantId = '', payout_id: payoutId = '' } = visit.params;
    const request = { merchantId, payoutId, ...visit.page };
    return showPage(visit, show(request), (refusal) => this.pages.refused(refusal, request));
  }
}
