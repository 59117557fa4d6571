import type { ConfigOf, Environment } from '@payorch/platform/config';
import { readConfig } from '@payorch/platform/config';
import { serviceSettings } from '@payorch/platform/service';

/** `npm run docs` prints them into docs/configuration.md. */
export const settings = serviceSettings(8083);

export type PayoutsConfig = ConfigOf<typeof settings>;
export const readPayoutsConfig = (env: Environment): PayoutsConfig => readConfig(settings, env);
