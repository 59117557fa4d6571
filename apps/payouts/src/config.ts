import type { ConfigOf, Environment } from '@payorch/platform/config';
import { durationMs, readConfig } from '@payorch/platform/config';
import { rewrapSettings } from '@payorch/platform/rewrap';
import { statefulSettings } from '@payorch/platform/service';

/** `npm run docs` prints them into docs/configuration.md. */
export const settings = {
  ...statefulSettings(8083),
  ...rewrapSettings,
  /** When no outcome of a step arrives from the worker within this time, it is asked for. */
  outcomeTimeoutMs: durationMs('PAYOUT_OUTCOME_TIMEOUT', 300_000),
};

export type PayoutsConfig = ConfigOf<typeof settings>;

export const readPayoutsConfig = (env: Environment): PayoutsConfig => readConfig(settings, env);
