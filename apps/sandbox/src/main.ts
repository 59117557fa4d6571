import { createLogger } from '@payorch/platform/telemetry';
import { bootSandbox } from './boot';
import { readSandboxConfig } from './config';

async function main(): Promise<void> {
  const config = readSandboxConfig(process.env);
  const logger = createLogger({ service: 'sandbox', level: config.logLevel });
  const app = await bootSandbox(config, logger);
  const drain = (): void => void app.close().then(() => process.exit(0));
  process.once('SIGTERM', drain);
  process.once('SIGINT', drain);
}

main().catch((error: unknown) => {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
