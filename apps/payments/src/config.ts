import type { ConfigOf, Environment } from '@payorch/platform/config';
import { durationMs, readConfig, redirectSecrets } from '@payorch/platform/config';
import { rewrapSettings } from '@payorch/platform/rewrap';
import { statefulSettings } from '@payorch/platform/service';

const second = 1_000;

/** `npm run docs` prints them into docs/configuration.md. */
export const settings = {
  ...statefulSettings(8081),
  ...rewrapSettings,
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
  /** The pause between two looks for changes of customers and payment methods: their events are this much later. */
  announceEveryMs: durationMs('ANNOUNCE_EVERY', second, { min: 50 }),
};

export type PaymentsConfig = ConfigOf<typeof settings>;

export const readPaymentsConfig = (env: Environment): PaymentsConfig => readConfig(settings, env);
