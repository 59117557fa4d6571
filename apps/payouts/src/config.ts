import type { ConfigOf } from '@payorch/platform/config';
import { databaseUrl, httpPort, kafkaBrokers, logLevel, mode, readConfig } from '@payorch/platform/config';

const settings = {
  mode: mode(),
  httpPort: httpPort(8083),
  databaseUrl: databaseUrl(),
  kafkaBrokers: kafkaBrokers(),
  logLevel: logLevel(),
};

export type PayoutsConfig = ConfigOf<typeof settings>;
export const readPayoutsConfig = (env: NodeJS.ProcessEnv): PayoutsConfig => readConfig(settings, env);
