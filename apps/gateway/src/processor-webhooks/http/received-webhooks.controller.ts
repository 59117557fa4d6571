import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ReceivedWebhookListQuery } from '@payorch/rest';
import { AllowOnly, type AuthenticatedMerchant, Caller } from '../../auth';
import { viewOf } from '../../errors';
import { ReceivedWebhooks } from '../received-webhooks';
import { receivedListView } from './received-webhook.view';

/** For the merchant: what came from a processor for a connector account. */
@Controller('account/:merchant_id/connectors/webhooks')
@AllowOnly('secret_key_of_path')
export class ReceivedWebhooksController {
  constructor(@Inject(ReceivedWebhooks) private readonly received: ReceivedWebhooks) {}

  @Get(':merchant_connector_id/received')
  async list(
    @Param('merchant_connector_id') id: string,
    @Query() query: ReceivedWebhookListQuery,
    @Caller() merchant: AuthenticatedMerchant,
  ): Promise<object> {
    return viewOf(await this.received.list(merchant, id, query), receivedListView);
  }
}
