import { bootService, type BootOptions } from '@payorch/platform/http';
import type { Secret } from '@payorch/kernel';
import { assertAllHandled, MessageServer } from '@payorch/platform/kafka';
import { createLogger, metrics, type Logger, type LogLevel } from '@payorch/platform/telemetry';

interface Runnable {
  readonly httpPort: number;
  readonly host: string;
  readonly metricsToken: Secret;
  readonly watchdogTimeoutMs: number;
  readonly logLevel: LogLevel;
  readonly otlpEndpoint?: string | null;
}

type Description = Omit<BootOptions, 'port' | 'host' | 'metricsFor' | 'spans' | 'watchdog' | 'logger'>;
type App = Parameters<NonNullable<BootOptions['strategies']>>[0];

const serversOf = (app: App, { strategies }: Description): MessageServer<unknown, unknown>[] =>
  (strategies?.(app) ?? []).filter((strategy) => strategy instanceof MessageServer);

/**
 * Counts the messages that a transport dead-letters; a service counts the parsed messages that it dead-letters itself.
 */
function countDeadLetters(app: App, description: Description): void {
  for (const server of serversOf(app, description))
    server.on('deadLettered', ({ record, kind }) => metrics.countDeadLetter(record.topic, kind));
}

/**
 * The main function of a service: reads the environment, reports all its problems, and runs until a signal drains the
 * service. An error during the start ends the process with one readable text.
 */
export function runService<Config extends Runnable>(
  name: string,
  readConfig: (env: NodeJS.ProcessEnv) => Config,
  describe: (config: Config, logger: Logger) => Description,
): void {
  const run = async (): Promise<void> => {
    const config = readConfig(process.env);
    const logger = createLogger({ service: name, level: config.logLevel });
    const description = describe(config, logger);
    const strategies: Description['strategies'] = (service) => {
      countDeadLetters(service, description);
      return description.strategies?.(service) ?? [];
    };
    await bootService({
      ...description,
      strategies,
      connected: assertAllHandled,
      port: config.httpPort,
      host: config.host,
      metricsFor: { token: config.metricsToken },
      spans: { service: name, endpoint: config.otlpEndpoint ?? null },
      watchdog: { service: name, timeoutMs: config.watchdogTimeoutMs },
      logger,
    });
  };
  run().catch((error: unknown) => {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}
