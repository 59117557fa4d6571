import { Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import type { LinkPage } from '../domain/rendered-page';
import { LinkPages, type LinkRequest } from '../link-pages';
import { PlainPages } from '../plain-pages';
import { FromBrowser, showPage, type Visit } from './visit';

const requestOf = ({ params, page }: Visit): LinkRequest => {
  const { merchant_id: merchantId = '', payment_id: paymentId = '' } = params;
  return { merchantId, paymentId, ...page };
};

/** Pages for the customer's browser: the token in the query is its only credential. */
@Controller('payment_link')
export class LinkPagesController {
  constructor(
    @Inject(LinkPages) private readonly pages: LinkPages,
    @Inject(PlainPages) private readonly plainPages: PlainPages,
  ) {}

  @Get('s/:merchant_id/:payment_id')
  secure(@FromBrowser() visit: Visit): Promise<string | Refusal> {
    return this.shown(visit, (request) => this.pages.pay('secure', request, visit));
  }

  @Get('status/:merchant_id/:payment_id')
  status(@FromBrowser() visit: Visit): Promise<string | Refusal> {
    return this.shown(visit, (request) => this.pages.status(request, visit.trace));
  }

  /** For a browser without scripts. */
  @Get('plain/:merchant_id/:payment_id')
  plain(@FromBrowser() visit: Visit): Promise<string | Refusal> {
    return this.shown(visit, (request) => this.plainPages.show(request, visit));
  }

  @Post('plain/:merchant_id/:payment_id')
  @HttpCode(200)
  payPlain(@FromBrowser() visit: Visit): Promise<string | Refusal> {
    return this.shown(visit, (request) => this.plainPages.pay(request, visit));
  }

  /** For a script the payment as it is then, for other browsers the page. */
  @Post('another/:merchant_id/:payment_id')
  @HttpCode(200)
  another(@FromBrowser() visit: Visit): Promise<Buffer | string | Refusal> {
    if (!visit.wantsPage) return this.plainPages.endTry(requestOf(visit), visit);
    return this.shown(visit, (request) => this.plainPages.payOtherwise(request, visit));
  }

  @Get(':merchant_id/:payment_id')
  open(@FromBrowser() visit: Visit): Promise<string | Refusal> {
    return this.shown(visit, (request) => this.pages.pay('open', request, visit));
  }

  private shown(visit: Visit, show: (request: LinkRequest) => Promise<LinkPage | Refusal>): Promise<string | Refusal> {
    const request = requestOf(visit);
    return showPage(visit, show(request), (refusal) => this.pages.refused(refusal, request));
  }
}
