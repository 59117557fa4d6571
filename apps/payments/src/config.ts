import type { ConfigOf, Environment } from '@payorch/platform/config';
import { durationMs, integer, publicUrl, readConfig, redirectSecrets } from '@payorch/platform/config';
import { rewrapSettings } from '@payorch/platform/rewrap';
import { serviceSettings } from '@payorch/platform/service';

const second = 1_000;
const hour = 3_600 * second;

const settings = {
  ...serviceSettings(8081),
  ...rewrapSettings,
  /** The gateway's own address: start pages and the way back from processors are there. */
  publicUrl: publicUrl({ developmentFallback: 'http://127.0.0.1:8080' }),
  /** Of the tokens in the addresses of customers: the same as the gateway has. */
  redirectSecrets: redirectSecrets(),
  /** A customer who comes back again and again has the processor asked no more often than this. */
  returnLookupEveryMs: durationMs('RETURN_LOOKUP_EVERY', 2 * second),
  beginWithinMs: durationMs('AUTHORIZE_BEGINS_WITHIN', 300 * second),
  /** An authorization that nobody has told of by then is asked about: it may go to another account where nobody has begun it. */
  beginCheckAfterMs: durationMs('BEGIN_WITHIN', 3 * second, { min: 100 }),
  /** Without an answer to that, whoever waits is told that the payment is under way. */
  beginReplyMs: durationMs('BEGIN_REPLY_WITHIN', second, { min: 50 }),
  customerPatienceMs: durationMs('CUSTOMER_PATIENCE', 900 * second),
  /** Whoever waits for the owner of refunds is answered without it then. */
  refundsPatienceMs: durationMs('REFUNDS_PATIENCE', 2 * second),
  /** What is known of refunds beside their payments may be so much older. */
  refundsRestMs: durationMs('REFUNDS_REST', 50),
  /** Shortens or lengthens the whole schedule of questions about unknown outcomes, in percent. */
  askPacePercent: integer('ASK_PACE_PERCENT', { fallback: 100, min: 1, max: 1000 }),
  settingsWaitMs: durationMs('SETTINGS_WAIT', 250),
  jobPollMs: durationMs('JOB_POLL', 200, { min: 10 }),
  sweepMs: durationMs('SWEEP_EVERY', 30 * second, { min: 100 }),
  /** A live attempt without a job for this long gets one. */
  sweepAfterMs: durationMs('SWEEP_AFTER', 330 * second),
  outboxRetentionMs: durationMs('OUTBOX_RETENTION', 72 * hour),
  inboxRetentionMs: durationMs('INBOX_RETENTION', 192 * hour),
};

export type PaymentsConfig = ConfigOf<typeof settings>;

export const readPaymentsConfig = (env: Environment): PaymentsConfig => readConfig(settings, env);

/** After 2, 5, 15, 30 and 60 s, then every 5 minutes with growing gaps. */
export const askScheduleMs = ({ askPacePercent }: Pick<PaymentsConfig, 'askPacePercent'>): number[] =>
  [2, 5, 15, 30, 60, 300].map((seconds) => seconds * 10 * askPacePercent);
