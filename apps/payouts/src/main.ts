import 'reflect-metadata';
import { bootService } from '@payorch/platform/http';
import { createLogger } from '@payorch/platform/telemetry';
import { readPayoutsConfig } from './config';
import { PayoutsModule } from './payouts.module';

async function main(): Promise<void> {
  const config = readPayoutsConfig(process.env);
  const logger = createLogger({ service: 'payouts', level: config.logLevel });
  await bootService({
    module: PayoutsModule.with(config, logger),
    port: config.httpPort,
    logger,
    checks: PayoutsModule.checks,
    closers: PayoutsModule.closers,
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`payouts: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
