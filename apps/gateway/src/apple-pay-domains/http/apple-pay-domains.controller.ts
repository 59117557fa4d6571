import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { ApplepayMerchantVerificationRequest, ApplepayVerifiedDomainsQuery } from '@payorch/rest';
import { AllowOnly, type AuthenticatedMerchant, Caller, FromMerchant, type Sender } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { ApplePayDomains } from '../apple-pay-domains';

const verifiedView = () => ({ status_message: 'Applepay verification Completed' });

@Controller('verify')
export class ApplePayDomainsController {
  constructor(@Inject(ApplePayDomains) private readonly domains: ApplePayDomains) {}

  @Post('apple_pay/:merchant_id')
  @AllowOnly('secret_key_of_path')
  @HttpCode(200)
  verify(@Body() sent: ApplepayMerchantVerificationRequest, @FromMerchant() sender: Sender): Promise<object> {
    return changeAndView(sender.trace, verifiedView, (change) => this.domains.verify(sent, sender, change));
  }

  @Get('applepay_verified_domains')
  @AllowOnly('secret_key')
  async list(@Query() query: ApplepayVerifiedDomainsQuery, @Caller() merchant: AuthenticatedMerchant): Promise<object> {
    return viewOf(await this.domains.list(query, merchant), (verified_domains) => ({ verified_domains }));
  }
}
