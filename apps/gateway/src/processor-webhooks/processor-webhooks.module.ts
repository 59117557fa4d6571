import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { ConfigsModule } from '../configs';
import { ReceivedWebhooksController } from './http/received-webhooks.controller';
import { RefusedWebhooksController } from './http/refused-webhooks.controller';
import { NamedSyncs } from './named-syncs';
import { ProcessorWebhookRepository } from './persistence/processor-webhook.repository';
import { ProcessorWebhooks } from './processor-webhooks';
import { ReceivedWebhooks } from './received-webhooks';
import { RefusedWebhooks } from './refused-webhooks';
import { WebhookAccounts } from './webhook-accounts';
import { WebhookExpiry } from './webhook-expiry';
import { WebhookSweep } from './webhook-sweep';

@Module({
  imports: [AuthModule, AccountsModule, ConfigsModule],
  controllers: [RefusedWebhooksController, ReceivedWebhooksController],
  providers: [
    ProcessorWebhookRepository,
    WebhookAccounts,
    RefusedWebhooks,
    ReceivedWebhooks,
    NamedSyncs,
    ProcessorWebhooks,
    WebhookSweep,
    WebhookExpiry,
  ],
})
export class ProcessorWebhooksModule {}
