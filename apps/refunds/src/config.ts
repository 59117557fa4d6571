import type { ConfigOf } from '@payorch/platform/config';
import { databaseUrl, httpPort, kafkaBrokers, logLevel, mode, readConfig } from '@payorch/platform/config';

const settings = {
  mode: mode(),
  httpPort: httpPort(8082),
  databaseUrl: databaseUrl(),
  kafkaBrokers: kafkaBrokers(),
  logLevel: logLevel(),
};

export type RefundsConfig = ConfigOf<typeof settings>;
export const readRefundsConfig = (env: NodeJS.ProcessEnv): RefundsConfig => readConfig(settings, env);
