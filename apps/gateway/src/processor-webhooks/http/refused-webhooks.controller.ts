import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { isRefusal, type Refusal, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { ReceivedWebhookListQuery } from '@payorch/rest';
import { ConnectorAccounts } from '../../accounts';
import { AllowOnly } from '../../auth';
import { viewOf } from '../../errors';
import { ReceivedWebhooks } from '../received-webhooks';
import { RefusedWebhooks, type RefusedOfAccount } from '../refused-webhooks';
import { receivedListView } from './received-webhook.view';

/** For the operator: the received and the refused webhooks of a connector account. */
@Controller('webhooks')
@AllowOnly('admin')
export class RefusedWebhooksController {
  constructor(
    @Inject(RefusedWebhooks) private readonly refused: RefusedWebhooks,
    @Inject(ConnectorAccounts) private readonly accounts: ConnectorAccounts,
    @Inject(ReceivedWebhooks) private readonly received: ReceivedWebhooks,
  ) {}

  @Get(':merchant_id/:merchant_connector_id/received')
  async listReceived(
    @Param('merchant_id') merchantId: MerchantId,
    @Param('merchant_connector_id') id: string,
    @Query() query: ReceivedWebhookListQuery,
  ): Promise<object> {
    return viewOf(await this.received.list({ merchantId, profileId: null }, id, query), receivedListView);
  }

  @Get(':merchant_id/:merchant_connector_id/refused')
  async list(
    @Param('merchant_id') merchantId: MerchantId,
    @Param('merchant_connector_id') id: string,
  ): Promise<RefusedOfAccount | Refusal> {
    const account = await this.accounts.retrieve(merchantId, id);
    if (isRefusal(account)) return account;
    return this.refused.of(account).catch(() => refuse('refused_webhooks_away'));
  }
}
