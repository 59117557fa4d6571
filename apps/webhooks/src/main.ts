import 'reflect-metadata';
import { bootService } from '@payorch/platform/http';
import { BatchTransport } from '@payorch/platform/kafka';
import { createLogger } from '@payorch/platform/telemetry';
import { readWebhooksConfig } from './config';
import { Courier } from './delivery/courier';
import { WebhooksModule } from './webhooks.module';

async function main(): Promise<void> {
  const config = readWebhooksConfig(process.env);
  const logger = createLogger({ service: 'webhooks', level: config.logLevel });
  const { app } = await bootService({
    module: WebhooksModule.with(config, logger),
    port: config.httpPort,
    logger,
    strategies: (context) => [context.get(BatchTransport)],
    checks: WebhooksModule.checks,
    closers: WebhooksModule.closers,
  });
  app.get(Courier).start();
}

main().catch((error: unknown) => {
  process.stderr.write(`webhooks: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
