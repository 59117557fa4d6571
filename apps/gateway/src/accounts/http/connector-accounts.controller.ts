import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import { MerchantConnectorCreate, MerchantConnectorUpdate } from '@payorch/rest';
import { AllowOnly, Caller } from '../../auth/http/auth.guard';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { changeAndView } from '../../idempotency/change-with-response';
import { Trace, type RequestTrace } from '../../request/request-trace';
import { connectorAccountListView, connectorAccountView } from './connector-account.view';
import { ConnectorAccounts } from '../connector-accounts';

@Controller('account/:merchant_id/connectors')
@AllowOnly('secret_key_of_path')
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
  async list(@Caller() { merchantId }: AuthenticatedMerchant): Promise<object[]> {
    return (await this.accounts.list(merchantId)).map(connectorAccountListView);
  }

  @Get(':merchant_connector_id')
  async retrieve(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Param('merchant_connector_id') id: string,
  ): Promise<object> {
    return connectorAccountView(await this.accounts.retrieve(merchantId, id));
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
    await this.accounts.delete(merchantId, id, trace);
    return { merchant_id: merchantId, merchant_connector_id: id, deleted: true };
  }
}
