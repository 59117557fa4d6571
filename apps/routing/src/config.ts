import type { ConfigOf } from '@payorch/platform/config';
import { databaseUrl, durationMs, httpPort, kafkaBrokers, logLevel, mode, readConfig } from '@payorch/platform/config';

const settings = {
  mode: mode(),
  httpPort: httpPort(8084),
  databaseUrl: databaseUrl(),
  kafkaBrokers: kafkaBrokers(),
  logLevel: logLevel(),
  /** How long a request waits for account settings as new as its sender knew. */
  settingsWaitMs: durationMs('SETTINGS_WAIT', 250),
  /** How much longer it waits before it is refused for want of an account. */
  refusalWaitMs: durationMs('REFUSAL_SETTINGS_WAIT', 5_000),
};

export type RoutingConfig = ConfigOf<typeof settings>;
export const readRoutingConfig = (env: NodeJS.ProcessEnv): RoutingConfig => readConfig(settings, env);
