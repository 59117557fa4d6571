import { bootService, type BootOptions } from '@payorch/platform/http';
import { createLogger, type Logger, type LogLevel } from '@payorch/platform/telemetry';

interface Runnable {
  readonly httpPort: number;
  readonly logLevel: LogLevel;
}

/**
 * The main of a service: its environment read and reported whole, then up, until a signal drains it. What fails on the way
 * up ends the process with one readable text.
 */
export function runService<Config extends Runnable>(
  name: string,
  readConfig: (env: NodeJS.ProcessEnv) => Config,
  describe: (config: Config, logger: Logger) => Omit<BootOptions, 'port' | 'logger'>,
): void {
  const run = async (): Promise<void> => {
    const config = readConfig(process.env);
    const logger = createLogger({ service: name, level: config.logLevel });
    await bootService({ ...describe(config, logger), port: config.httpPort, logger });
  };
  run().catch((error: unknown) => {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}
