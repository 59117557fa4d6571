import type { ConfigOf, Environment } from '@payorch/platform/config';
import { durationMs, integer, keysReloadEveryMs, readConfig } from '@payorch/platform/config';
import { statefulSettings } from '@payorch/platform/service';

const second = 1_000;

/** `npm run docs` prints them into docs/configuration.md. */
export const settings = {
  ...statefulSettings(8082),
  keysReloadEveryMs: keysReloadEveryMs(),
  /** The number of refunds of one payment after which one more is the last. */
  maxRefundsPerPayment: integer('REFUNDS_PER_PAYMENT', { fallback: 10, min: 1, max: 1000 }),
  /** Delay before a refund of type `scheduled` is sent. */
  scheduledDelayMs: durationMs('SCHEDULED_REFUND_AFTER', 60 * second),
  /** When no outcome arrives from the worker within this time, the refund is synced. */
  outcomeTimeoutMs: durationMs('REFUND_OUTCOME_TIMEOUT', 300 * second),
};

export type RefundsConfig = ConfigOf<typeof settings>;

export const readRefundsConfig = (env: Environment): RefundsConfig => readConfig(settings, env);
