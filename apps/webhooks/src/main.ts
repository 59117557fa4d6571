import 'reflect-metadata';
import { infrastructureChecks, runService } from '@payorch/platform/service';
import { readWebhooksConfig } from './config';
import { WebhooksModule } from './webhooks.module';

runService('webhooks', readWebhooksConfig, (config, logger) => ({
  module: WebhooksModule.with(config, logger),
  strategies: WebhooksModule.strategies,
  checks: infrastructureChecks,
}));
