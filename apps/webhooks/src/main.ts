import 'reflect-metadata';
import { BatchTransport } from '@payorch/platform/kafka';
import { infrastructureChecks, runService } from '@payorch/platform/service';
import { readWebhooksConfig } from './config';
import { WebhooksModule } from './webhooks.module';

runService('webhooks', readWebhooksConfig, (config, logger) => ({
  module: WebhooksModule.with(config, logger),
  strategies: (app) => [app.get(BatchTransport)],
  checks: infrastructureChecks,
  closers: WebhooksModule.closers,
}));
