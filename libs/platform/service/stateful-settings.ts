import type { SyncRules } from '@payorch/operations';
import { durationMs, integer, masterKeys, publicUrl } from '@payorch/platform/config';
import { serviceSettings } from './service-settings';

const second = 1_000;
const hour = 3_600 * second;

/** The environment variables of every service whose objects have operations at processors. */
export const statefulSettings = (port: number) => ({
  ...serviceSettings(port),
  masterKeys: masterKeys(),
  /** The gateway's own address, for start pages, returns from processors, and the schemas of public events. */
  publicUrl: publicUrl({ developmentFallback: 'http://127.0.0.1:8080' }),
  /** Scales the whole sync schedule, in percent. */
  syncPacePercent: integer('SYNC_PACE_PERCENT', { fallback: 100, min: 1, max: 1000 }),
  settingsWaitMs: durationMs('SETTINGS_WAIT', 250),
  /** The interval of the search for due jobs. */
  jobPollMs: durationMs('JOB_POLL', 200, { min: 10 }),
  /** The interval of the search for missing jobs and for expired rows. */
  sweepMs: durationMs('SWEEP_EVERY', 30 * second, { min: 100 }),
  /** An object that awaits an outcome, unchanged and without a job for this long, gets one. */
  sweepAfterMs: durationMs('SWEEP_AFTER', 330 * second),
  /** How long the replies to commands are stored, for redeliveries: longer than any topic of theirs retains them. */
  inboxRetentionMs: durationMs('INBOX_RETENTION', 96 * hour),
});

/** When outcomes are asked for: after 2, 5, 15, 30 and 60 s at a pace of 100 %, then every 5 minutes with growing gaps (`syncDelayMs`). */
export const syncRules = ({ syncPacePercent }: { readonly syncPacePercent: number }): SyncRules => ({
  syncAfterMs: [2, 5, 15, 30, 60, 300].map((seconds) => seconds * 10 * syncPacePercent),
  syncsBeforeIncident: 12,
});
