import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import { MerchantAccountCreate, MerchantAccountUpdate } from '@payorch/rest';
import { AllowOnly } from '../auth/auth.guard';
import { Trace, type RequestTrace } from '../request-trace';
import { merchantAccountView } from './merchant-account.view';
import { MerchantAccounts } from './merchant-accounts';

@Controller('accounts')
@AllowOnly('admin')
export class MerchantAccountsController {
  constructor(@Inject(MerchantAccounts) private readonly accounts: MerchantAccounts) {}

  @Post()
  @HttpCode(200)
  async create(@Body() sent: MerchantAccountCreate, @Trace() trace: RequestTrace): Promise<object> {
    return merchantAccountView(await this.accounts.create(sent, trace));
  }

  @Get(':merchant_id')
  async retrieve(@Param('merchant_id') merchantId: MerchantId): Promise<object> {
    return merchantAccountView(await this.accounts.retrieve(merchantId));
  }

  /** The path decides, whatever merchant the body names. */
  @Post(':merchant_id')
  @HttpCode(200)
  async update(
    @Param('merchant_id') merchantId: MerchantId,
    @Body() sent: MerchantAccountUpdate,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return merchantAccountView(await this.accounts.update(merchantId, sent, trace));
  }
}
