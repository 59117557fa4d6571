import type { ConfigOf, Environment } from '@payorch/platform/config';
import { durationMs, integer, readConfig } from '@payorch/platform/config';
import { serviceSettings } from '@payorch/platform/service';

const second = 1_000;
const hour = 3_600 * second;

const settings = {
  ...serviceSettings(8082),
  refundsPerPayment: integer('REFUNDS_PER_PAYMENT', { fallback: 10, min: 1, max: 1000 }),
  /** How long a refund of type `scheduled` waits before it is sent. */
  scheduledForMs: durationMs('SCHEDULED_REFUND_AFTER', 60 * second),
  /** A worker that has not answered by then is asked what became of the refund. */
  answerWithinMs: durationMs('REFUND_ANSWERED_WITHIN', 300 * second),
  /** Shortens or lengthens the whole schedule of questions about unknown outcomes, in percent. */
  askPacePercent: integer('ASK_PACE_PERCENT', { fallback: 100, min: 1, max: 1000 }),
  settingsWaitMs: durationMs('SETTINGS_WAIT', 250),
  jobPollMs: durationMs('JOB_POLL', 200, { min: 10 }),
  sweepMs: durationMs('SWEEP_EVERY', 30 * second, { min: 100 }),
  /** An open refund without a job for this long gets one. */
  sweepAfterMs: durationMs('SWEEP_AFTER', 330 * second),
  outboxRetentionMs: durationMs('OUTBOX_RETENTION', 72 * hour),
  inboxRetentionMs: durationMs('INBOX_RETENTION', 192 * hour),
};

export type RefundsConfig = ConfigOf<typeof settings>;

export const readRefundsConfig = (env: Environment): RefundsConfig => readConfig(settings, env);

/** After 2, 5, 15, 30 and 60 s, then every 5 minutes with growing gaps. */
export const askScheduleMs = ({ askPacePercent }: Pick<RefundsConfig, 'askPacePercent'>): number[] =>
  [2, 5, 15, 30, 60, 300].map((seconds) => seconds * 10 * askPacePercent);
