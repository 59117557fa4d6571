import 'reflect-metadata';
import { bootService } from '@payorch/platform/http';
import { createLogger } from '@payorch/platform/telemetry';
import { readRefundsConfig } from './config';
import { RefundsModule } from './refunds.module';

async function main(): Promise<void> {
  const config = readRefundsConfig(process.env);
  const logger = createLogger({ service: 'refunds', level: config.logLevel });
  await bootService({
    module: RefundsModule.with(config, logger),
    port: config.httpPort,
    logger,
    checks: RefundsModule.checks,
    closers: RefundsModule.closers,
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`refunds: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
