import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { WebhookEndpointCreate, WebhookEndpointUpdate } from '@payorch/rest';
import { WebhookEndpointChanges, webhookEndpointView } from '../../accounts';
import { AllowOnly, type AuthenticatedMerchant, Caller, FromMerchant, type Sender } from '../../auth';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { WebhookEndpoints } from '../webhook-endpoints';

@Controller('account/:account_id/business_profile/:profile_id/webhook_endpoints')
@AllowOnly('secret_key_of_path')
export class WebhookEndpointsController {
  constructor(
    @Inject(WebhookEndpoints) private readonly endpoints: WebhookEndpoints,
    @Inject(WebhookEndpointChanges) private readonly changes: WebhookEndpointChanges,
  ) {}

  @Get()
  list(@Param('profile_id') profileId: string, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.endpoints.list(profileId, sender);
  }

  @Post()
  @HttpCode(200)
  create(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Param('profile_id') profileId: string,
    @Body() sent: WebhookEndpointCreate,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, webhookEndpointView, (change) =>
      this.changes.create({ merchantId, profileId }, sent, change),
    );
  }

  @Get(':endpoint_id')
  retrieve(
    @Param('profile_id') profileId: string,
    @Param('endpoint_id') endpointId: string,
    @FromMerchant() sender: Sender,
  ): Promise<object | Refusal> {
    return this.endpoints.retrieve(profileId, endpointId, sender);
  }

  @Post(':endpoint_id')
  @HttpCode(200)
  update(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Param('profile_id') profileId: string,
    @Param('endpoint_id') endpointId: string,
    @Body() sent: WebhookEndpointUpdate,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, webhookEndpointView, (change) =>
      this.changes.update({ merchantId, profileId, endpointId }, sent, change),
    );
  }

  @Delete(':endpoint_id')
  delete(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Param('profile_id') profileId: string,
    @Param('endpoint_id') endpointId: string,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(
      trace,
      () => ({ endpoint_id: endpointId, profile_id: profileId, deleted: true }),
      (change) => this.changes.delete({ merchantId, profileId, endpointId }, change),
    );
  }

  @Post(':endpoint_id/rotate_secret')
  @HttpCode(200)
  rotate(
    @Caller() { merchantId }: AuthenticatedMerchant,
    @Param('profile_id') profileId: string,
    @Param('endpoint_id') endpointId: string,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, webhookEndpointView, (change) =>
      this.changes.rotate({ merchantId, profileId, endpointId }, change),
    );
  }

  @Post(':endpoint_id/enable')
  @HttpCode(200)
  enable(
    @Param('profile_id') profileId: string,
    @Param('endpoint_id') endpointId: string,
    @FromMerchant() sender: Sender,
  ): Promise<object | Refusal> {
    return this.endpoints.enable(profileId, endpointId, sender);
  }
}
