import type { ConfigOf, Environment } from '@payorch/platform/config';
import { durationMs, readConfig, redirectSecrets, retentionMs } from '@payorch/platform/config';
import { rewrapSettings } from '@payorch/platform/rewrap';
import { retentionSettings } from '@payorch/platform/retention';
import { statefulSettings } from '@payorch/platform/service';

const second = 1_000;
const day = 86_400 * second;

/** `npm run docs` prints them into docs/configuration.md. */
export const settings = {
  ...statefulSettings(8081),
  ...rewrapSettings,
  ...retentionSettings,
  /** The secrets of tokens in customers' addresses: the same as the gateway's. */
  redirectSecrets: redirectSecrets(),
  /** How long an authentication without a payment is stored after it has ended: longer than its result counts at networks. */
  authenticationRetentionMs: retentionMs('AUTHENTICATION_RETENTION', 180 * day, { leastMs: 90 * day }),
  /** How long a payment method is stored for which no data came, after its link or its secret has expired. */
  unusedLinkRetentionMs: retentionMs('UNUSED_LINK_RETENTION', 180 * day, { leastMs: day }),
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
