import { Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { WebhookTests } from '../webhook-tests';

@Controller('account/:account_id/business_profile/:profile_id/webhook_test')
@AllowOnly('secret_key_of_path')
export class WebhookTestsController {
  constructor(@Inject(WebhookTests) private readonly tests: WebhookTests) {}

  @Post()
  @HttpCode(200)
  send(@Param('profile_id') profileId: string, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    return this.tests.send(profileId, sender);
  }
}
