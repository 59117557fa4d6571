import type { ConfigOf, Environment } from '@payorch/platform/config';
import { durationMs, readConfig } from '@payorch/platform/config';
import { serviceSettings } from '@payorch/platform/service';

const settings = {
  ...serviceSettings(8084),
  /** How long a request waits for account settings as new as its sender knew. */
  settingsWaitMs: durationMs('SETTINGS_WAIT', 250),
  /** How much longer it waits before it is refused for want of an account. */
  refusalWaitMs: durationMs('REFUSAL_SETTINGS_WAIT', 5_000),
};

export type RoutingConfig = ConfigOf<typeof settings>;
export const readRoutingConfig = (env: Environment): RoutingConfig => readConfig(settings, env);
