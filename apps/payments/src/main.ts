import 'reflect-metadata';
import { ConfigFollower, MessageProducer } from '@payorch/platform/kafka';
import { bootService } from '@payorch/platform/http';
import { StatefulService } from '@payorch/platform/shell';
import { createLogger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import { readPaymentsConfig } from './config';
import { PaymentsModule, queryServer } from './payments.module';

async function main(): Promise<void> {
  const config = readPaymentsConfig(process.env);
  const logger = createLogger({ service: 'payments', level: config.logLevel });
  await bootService({
    module: PaymentsModule.with(config, logger),
    port: config.httpPort,
    logger,
    configure: async (app) => {
      const follower = app.get(ConfigFollower);
      await follower.start();
      await follower.ready();
      app.get(StatefulService).start();
    },
    strategies: (app) => [app.get(StatefulService).transport, app.get(queryServer)],
    checks: (app) => ({ database: () => app.get(DataSource).query('SELECT 1') }),
    closers: (app) => [
      () => app.get(StatefulService).stop(),
      () => app.get(ConfigFollower).close(),
      () => app.get(MessageProducer).close(),
      () => app.get(DataSource).destroy(),
    ],
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`payments: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
