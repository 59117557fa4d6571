import type { ConfigOf, Environment } from '@payorch/platform/config';
import { durationMs, readConfig, redisUrl } from '@payorch/platform/config';
import { serviceSettings } from '@payorch/platform/service';

/** `npm run docs` prints them into docs/configuration.md. */
export const settings = {
  ...serviceSettings(8084),
  /** Scores of dynamic routing. Without it the static order counts. */
  redisUrl: redisUrl(),
  /** How much of the lifecycle topic is read again after Redis lost the scores. */
  scoreHistoryMs: durationMs('SCORE_HISTORY', 86_400_000),
  /** How long a request waits for account settings as new as its sender knew. */
  settingsWaitMs: durationMs('SETTINGS_WAIT', 250),
  /** Further wait before the request is refused because no account fits. */
  refusalWaitMs: durationMs('REFUSAL_SETTINGS_WAIT', 5_000),
};

export type RoutingConfig = ConfigOf<typeof settings>;
export const readRoutingConfig = (env: Environment): RoutingConfig => readConfig(settings, env);
