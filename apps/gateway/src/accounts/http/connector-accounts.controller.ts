import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import { MerchantConnectorCreate, MerchantConnectorUpdate } from '@payorch/rest';
import { AllowOnly, type AuthenticatedMerchant, Caller } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { ConnectorAccounts } from '../connector-accounts';
import { connectorAccountListView, connectorAccountView } from './connector-account.view';

@Controller('account/:merchant_id/connectors')
@AllowOnly('secret_key_of_path', 'connected')
export class ConnectorAccountsController {
  constructor(@Inject(ConnectorAccounts) private readonly accounts: ConnectorAccounts) {}

  @Post()
  @HttpCode(200)
  create(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Body() sent: MerchantConnectorCreate,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, connectorAccountView, (change) => this.accounts.create(merchantId, sent, change));
  }

  @Get()
  async list(@Caller() { merchantId }: AuthenticatedMerchant): Promise<object> {
    return viewOf(await this.accounts.list(merchantId), (accounts) => accounts.map(connectorAccountListView));
  }

  @Get(':merchant_connector_id')
  async retrieve(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Param('merchant_connector_id') id: string,
  ): Promise<object> {
    return viewOf(await this.accounts.retrieve(merchantId, id), connectorAccountView);
  }

  @Post(':merchant_connector_id')
  @HttpCode(200)
  update(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Param('merchant_connector_id') id: string,
    @Body() sent: MerchantConnectorUpdate,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, connectorAccountView, (change) => this.accounts.update(merchantId, id, sent, change));
  }

  @Delete(':merchant_connector_id')
  @AllowOnly('admin')
  async delete(
    @Param('merchant_id') merchantId: MerchantId,
    @Param('merchant_connector_id') id: string,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    const refused = await this.accounts.delete(merchantId, id, trace);
    return refused ?? { merchant_id: merchantId, merchant_connector_id: id, deleted: true };
  }
}
