import type { ConfigOf, Environment } from '@payorch/platform/config';
import { durationMs, integer, keysReloadEveryMs, masterKeys, publicUrl, readConfig } from '@payorch/platform/config';
import { serviceSettings } from '@payorch/platform/service';

const second = 1_000;
const hour = 3_600 * second;

/** `npm run docs` prints them into docs/configuration.md. */
export const settings = {
  ...serviceSettings(8082),
  masterKeys: masterKeys(),
  keysReloadEveryMs: keysReloadEveryMs(),
  /** The gateway's own address, where the schemas of public events are. */
  publicUrl: publicUrl({ developmentFallback: 'http://127.0.0.1:8080' }),
  /** The number of refunds of one payment after which one more is the last. */
  maxRefundsPerPayment: integer('REFUNDS_PER_PAYMENT', { fallback: 10, min: 1, max: 1000 }),
  /** Delay before a refund of type `scheduled` is sent. */
  scheduledDelayMs: durationMs('SCHEDULED_REFUND_AFTER', 60 * second),
  /** When no outcome arrives from the worker within this time, the refund is synced. */
  outcomeTimeoutMs: durationMs('REFUND_OUTCOME_TIMEOUT', 300 * second),
  /** Scales the whole sync schedule of open refunds, in percent. */
  syncPacePercent: integer('SYNC_PACE_PERCENT', { fallback: 100, min: 1, max: 1000 }),
  settingsWaitMs: durationMs('SETTINGS_WAIT', 250),
  jobPollMs: durationMs('JOB_POLL', 200, { min: 10 }),
  sweepMs: durationMs('SWEEP_EVERY', 30 * second, { min: 100 }),
  /** The sweeper adds a missing job for an open refund that has not changed for this long. */
  missingJobAfterMs: durationMs('SWEEP_AFTER', 330 * second),
  inboxRetentionMs: durationMs('INBOX_RETENTION', 96 * hour),
};

export type RefundsConfig = ConfigOf<typeof settings>;

export const readRefundsConfig = (env: Environment): RefundsConfig => readConfig(settings, env);

/** Delays in milliseconds: 2, 5, 15, 30, 60 and 300 s at a pace of 100 %. Later delays grow (`syncDelayMs`). */
export const syncScheduleMs = ({ syncPacePercent }: Pick<RefundsConfig, 'syncPacePercent'>): number[] =>
  [2, 5, 15, 30, 60, 300].map((seconds) => seconds * 10 * syncPacePercent);
