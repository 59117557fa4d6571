import type { ConfigOf, Environment } from '@payorch/platform/config';
import { durationMs, integer, masterKeys, publicUrl, readConfig, redirectSecrets } from '@payorch/platform/config';
import { rewrapSettings } from '@payorch/platform/rewrap';
import { serviceSettings } from '@payorch/platform/service';

const second = 1_000;
const hour = 3_600 * second;

/** `npm run docs` prints them into docs/configuration.md. */
export const settings = {
  ...serviceSettings(8081),
  ...rewrapSettings,
  masterKeys: masterKeys(),
  /** The gateway's own address, for start pages, returns from processors, and the schemas of public events. */
  publicUrl: publicUrl({ developmentFallback: 'http://127.0.0.1:8080' }),
  /** The secrets of tokens in customers' addresses: the same as the gateway's. */
  redirectSecrets: redirectSecrets(),
  /** Returns of a customer sync a payment at most once in this time. */
  returnLookupEveryMs: durationMs('RETURN_LOOKUP_EVERY', 2 * second),
  /** How long an authorization may wait for a worker; later it cannot begin. A follow-up without an outcome is synced after this time. */
  beginWithinMs: durationMs('AUTHORIZE_BEGINS_WITHIN', 300 * second),
  /** An authorization without an outcome for this long gets a begin check: another account may take it where no worker has begun. */
  beginCheckAfterMs: durationMs('BEGIN_WITHIN', 3 * second, { min: 100 }),
  /** The timeout of a begin check: after it callers get the payment as processing. */
  beginReplyTimeoutMs: durationMs('BEGIN_REPLY_WITHIN', 3 * second, { min: 50 }),
  /** How long a payment waits for its customer at the processor until it is synced. */
  customerTimeoutMs: durationMs('CUSTOMER_TIMEOUT', 900 * second),
  /** How long a request waits for the refunds service. */
  refundsTimeoutMs: durationMs('REFUNDS_TIMEOUT', 2 * second),
  /** The pause between batches of refund snapshots: shown refunds may be this much older. */
  refundsPauseMs: durationMs('REFUNDS_PAUSE', 50),
  /** Scales the whole sync schedule, in percent. */
  syncPacePercent: integer('SYNC_PACE_PERCENT', { fallback: 100, min: 1, max: 1000 }),
  settingsWaitMs: durationMs('SETTINGS_WAIT', 250),
  /** The interval of the search for due jobs. */
  jobPollMs: durationMs('JOB_POLL', 200, { min: 10 }),
  /** The interval of the search for missing jobs and for expired rows. */
  sweepMs: durationMs('SWEEP_EVERY', 30 * second, { min: 100 }),
  /** A live attempt without a job for this long gets one. */
  sweepAfterMs: durationMs('SWEEP_AFTER', 330 * second),
  /** How long the replies to commands are stored, for redeliveries: longer than any topic of theirs retains them. */
  inboxRetentionMs: durationMs('INBOX_RETENTION', 96 * hour),
};

export type PaymentsConfig = ConfigOf<typeof settings>;

export const readPaymentsConfig = (env: Environment): PaymentsConfig => readConfig(settings, env);

/** After 2, 5, 15, 30 and 60 s, then every 5 minutes with growing gaps. */
export const syncScheduleMs = ({ syncPacePercent }: Pick<PaymentsConfig, 'syncPacePercent'>): number[] =>
  [2, 5, 15, 30, 60, 300].map((seconds) => seconds * 10 * syncPacePercent);
