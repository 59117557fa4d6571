import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ConnectorWebhookRegisterRequest } from '@payorch/rest';
import type { ConnectorAccount } from '../../accounts';
import { AllowOnly, type AuthenticatedMerchant, Caller, FromMerchant, type Sender } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { type RegistrationResult, WebhookRegistrations } from '../webhook-registrations';

const registrationView = (result: RegistrationResult) => ({
  event_type: 'all_events',
  connector_webhook_id: result.kind === 'registered' ? result.endpointId : null,
  webhook_registration_status: result.kind === 'registered' ? 'Success' : 'Failure',
  error_code: result.kind === 'failed' ? result.error.code : null,
  error_message: result.kind === 'failed' ? (result.error.reason ?? result.error.message) : null,
});

const listView = ({ connectorName, webhookEndpointId: id }: ConnectorAccount) => ({
  connector: connectorName,
  webhooks: id === null ? [] : [{ event_type: 'all_events', connector_webhook_id: id }],
});

@Controller('account/:merchant_id/connectors/webhooks')
@AllowOnly('secret_key_of_path')
export class WebhookRegistrationsController {
  constructor(@Inject(WebhookRegistrations) private readonly registrations: WebhookRegistrations) {}

  @Post(':merchant_connector_id')
  @HttpCode(200)
  register(
    @Param('merchant_connector_id') id: string,
    @Body() sent: ConnectorWebhookRegisterRequest,
    @FromMerchant() sender: Sender,
  ): Promise<object> {
    return changeAndView(sender.trace, registrationView, (change) =>
      this.registrations.register(id, sent, sender, change),
    );
  }

  @Get(':merchant_connector_id')
  async list(@Param('merchant_connector_id') id: string, @Caller() merchant: AuthenticatedMerchant): Promise<object> {
    return viewOf(await this.registrations.list(merchant, id), listView);
  }
}
