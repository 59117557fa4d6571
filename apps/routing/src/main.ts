import 'reflect-metadata';
import { bootService } from '@payorch/platform/http';
import { BatchTransport } from '@payorch/platform/kafka';
import { createLogger } from '@payorch/platform/telemetry';
import { readRoutingConfig } from './config';
import { RoutingModule } from './routing.module';

async function main(): Promise<void> {
  const config = readRoutingConfig(process.env);
  const logger = createLogger({ service: 'routing', level: config.logLevel });
  await bootService({
    module: RoutingModule.with(config, logger),
    port: config.httpPort,
    logger,
    strategies: (app) => [app.get(BatchTransport)],
    checks: RoutingModule.checks,
    closers: RoutingModule.closers,
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`routing: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
