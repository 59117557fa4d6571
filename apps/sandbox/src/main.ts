import { createLogger } from '@payorch/platform/telemetry';
import { bootSandbox } from './boot';
import { readSandboxConfig } from './config';

async function main(): Promise<void> {
  const config = readSandboxConfig(process.env);
  await bootSandbox(config, createLogger({ service: 'sandbox', level: config.logLevel }));
}

main().catch((error: unknown) => {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
