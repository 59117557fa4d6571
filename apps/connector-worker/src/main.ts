import 'reflect-metadata';
import { bootService } from '@payorch/platform/http';
import { createLogger } from '@payorch/platform/telemetry';
import { parseConfig } from './config';
import { ConnectorWorkerModule } from './connector-worker.module';

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const logger = createLogger({ service: 'connector-worker', level: config.logLevel });
  await bootService({
    module: ConnectorWorkerModule.with(config, logger),
    port: config.httpPort,
    logger,
    strategies: ConnectorWorkerModule.strategies,
    checks: ConnectorWorkerModule.checks,
    closers: ConnectorWorkerModule.closers,
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`connector-worker: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
