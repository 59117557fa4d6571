import 'reflect-metadata';
import { BatchTransport } from '@payorch/platform/kafka';
import { infrastructureChecks, runService } from '@payorch/platform/service';
import { readWebhooksConfig } from './config';
import { OpsServer } from '@payorch/platform/shell';
import { WebhooksModule } from './webhooks.module';

runService('webhooks', readWebhooksConfig, (config, logger) => ({
  module: WebhooksModule.with(config, logger),
  strategies: (app) => [app.get(BatchTransport), app.get(OpsServer)],
  checks: infrastructureChecks,
  closers: WebhooksModule.closers,
}));
