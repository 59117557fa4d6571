import 'reflect-metadata';
import { MessageProducer, Requester } from '@payorch/platform/kafka';
import { bootService } from '@payorch/platform/http';
import { createLogger } from '@payorch/platform/telemetry';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { SettingsRelay } from './accounts/settings-relay';
import { KeyUse } from './auth/key-use';
import { readGatewayConfig } from './config';
import { serverOptions } from './edge';
import { GatewayModule } from './gateway.module';
import { ReplySlot } from './owners/reply-slot';
import { WebhookSweep } from './processor-webhooks/webhook-sweep';
import { setUpServer } from './server';

async function main(): Promise<void> {
  const config = readGatewayConfig(process.env);
  const logger = createLogger({ service: 'gateway', level: config.logLevel });
  await bootService({
    module: GatewayModule.with(config, logger),
    port: config.httpPort,
    logger,
    fastify: serverOptions,
    configure: (app) => {
      setUpServer(app, logger);
      for (const worker of [SettingsRelay, WebhookSweep, KeyUse]) app.get(worker).start();
    },
    checks: (app) => ({ database: () => app.get(DataSource).query('SELECT 1') }),
    closers: (app) => [
      () => app.get(WebhookSweep).close(),
      () => app.get(SettingsRelay).close(),
      () => app.get(KeyUse).close(),
      () => app.get(Requester).close(),
      () => app.get(MessageProducer).close(),
      () => Promise.resolve(app.get(Redis).disconnect()),
      () => app.get(DataSource).destroy(),
      () => app.get(ReplySlot).release(),
    ],
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`gateway: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
