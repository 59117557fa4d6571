import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { PaymentLinkDomainRequest } from '@payorch/rest';
import { AllowOnly, type AuthenticatedMerchant, Caller, FromMerchant, type Sender } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { checkedDomainView, pageDomainView } from '../domain/page-domain.view';
import { PageDomains } from '../page-domains';

@Controller('payment_link_domains')
@AllowOnly('secret_key')
export class PageDomainsController {
  constructor(@Inject(PageDomains) private readonly domains: PageDomains) {}

  @Post()
  @HttpCode(200)
  register(@Body() sent: PaymentLinkDomainRequest, @FromMerchant() { merchant, trace }: Sender): Promise<object> {
    return changeAndView(trace, pageDomainView, (change) => this.domains.register(sent, merchant, change));
  }

  @Get()
  async list(@Caller() merchant: AuthenticatedMerchant): Promise<object> {
    return { data: (await this.domains.list(merchant)).map(pageDomainView) };
  }

  @Get(':domain')
  async retrieve(@Param('domain') domain: string, @Caller() merchant: AuthenticatedMerchant): Promise<object> {
    return viewOf(await this.domains.retrieve(domain, merchant), pageDomainView);
  }

  @Post(':domain/verify')
  @HttpCode(200)
  async verify(@Param('domain') domain: string, @Caller() merchant: AuthenticatedMerchant): Promise<object | Refusal> {
    return viewOf(await this.domains.verify(domain, merchant), checkedDomainView);
  }

  @Delete(':domain')
  async delete(@Param('domain') domain: string, @Caller() merchant: AuthenticatedMerchant): Promise<object | Refusal> {
    return viewOf(await this.domains.delete(domain, merchant), pageDomainView);
  }
}
