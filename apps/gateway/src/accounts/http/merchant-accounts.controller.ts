import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import type { MerchantId, OrganizationId } from '@payorch/kernel';
import { MerchantAccountCreate, MerchantAccountListQuery, MerchantAccountUpdate, ToggleKVRequest } from '@payorch/rest';
import { AllowOnly, OfOrganization } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { CloseAccount } from '../close-account';
import { KvFlags } from '../kv-flags';
import { MerchantAccounts } from '../merchant-accounts';
import { merchantAccountView } from './merchant-account.view';

@Controller('accounts')
@AllowOnly('admin')
export class MerchantAccountsController {
  constructor(
    @Inject(MerchantAccounts) private readonly accounts: MerchantAccounts,
    @Inject(CloseAccount) private readonly closing: CloseAccount,
    @Inject(KvFlags) private readonly kvFlags: KvFlags,
  ) {}

  @Post()
  @HttpCode(200)
  @AllowOnly('admin', 'organization')
  create(
    @Body() sent: MerchantAccountCreate,
    @OfOrganization() only: OrganizationId | undefined,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, merchantAccountView, (change) => this.accounts.create(sent, change, only));
  }

  @Get('list')
  @AllowOnly('admin', 'organization')
  async list(
    @Query() query: MerchantAccountListQuery,
    @OfOrganization() only: OrganizationId | undefined,
  ): Promise<object> {
    const listed = await this.accounts.listOfOrganization(query.organization_id, only);
    return viewOf(listed, (accounts) => accounts.map(merchantAccountView));
  }

  @Post('kv')
  @HttpCode(200)
  toggleKvOfAll(@Body() { kv_enabled }: ToggleKVRequest, @Trace() trace: RequestTrace): Promise<object> {
    const view = (total_updated: number) => ({ total_updated, kv_enabled });
    return changeAndView(trace, view, (change) => this.kvFlags.setAll(kv_enabled, change));
  }

  @Get(':merchant_id')
  @AllowOnly('admin', 'organization')
  async retrieve(@Param('merchant_id') merchantId: MerchantId): Promise<object> {
    return viewOf(await this.accounts.retrieve(merchantId), merchantAccountView);
  }

  /** The path names the merchant; `merchant_id` of the body is ignored. */
  @Post(':merchant_id')
  @HttpCode(200)
  @AllowOnly('admin', 'organization')
  update(
    @Param('merchant_id') merchantId: MerchantId,
    @Body() sent: MerchantAccountUpdate,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, merchantAccountView, (change) => this.accounts.update(merchantId, sent, change));
  }

  @Delete(':merchant_id')
  async delete(@Param('merchant_id') merchantId: MerchantId, @Trace() trace: RequestTrace): Promise<object> {
    const refused = await this.closing.close(merchantId, trace);
    return refused ?? { merchant_id: merchantId, deleted: true };
  }

  @Get(':merchant_id/kv')
  async retrieveKv(@Param('merchant_id') merchantId: MerchantId): Promise<object> {
    return viewOf(await this.kvFlags.of(merchantId), (kv_enabled) => ({ merchant_id: merchantId, kv_enabled }));
  }

  @Post(':merchant_id/kv')
  @HttpCode(200)
  toggleKv(
    @Param('merchant_id') merchantId: MerchantId,
    @Body() { kv_enabled }: ToggleKVRequest,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    const view = () => ({ merchant_id: merchantId, kv_enabled });
    return changeAndView(trace, view, (change) => this.kvFlags.set(merchantId, kv_enabled, change));
  }
}
