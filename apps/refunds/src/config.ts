import type { ConfigOf, Environment } from '@payorch/platform/config';
import { readConfig } from '@payorch/platform/config';
import { serviceSettings } from '@payorch/platform/service';

const settings = serviceSettings(8082);

export type RefundsConfig = ConfigOf<typeof settings>;
export const readRefundsConfig = (env: Environment): RefundsConfig => readConfig(settings, env);
