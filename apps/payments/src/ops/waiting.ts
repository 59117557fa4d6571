import type { WaitingObject, WaitingTotal, WaitsFor } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import { oneOf, type Sql } from '@payorch/platform/postgres';
import type { AttemptState, capturableStates, liveStates } from '../payments/domain/attempt.machine';
import { openExtensionStates } from '../payments/domain/operations/extension.machine';
import { openVoidStates } from '../payments/domain/operations/post-capture-void.machine';
import { syncDue } from '../payments/messages/jobs';
import { openRelayStates } from '../relays/domain/relay.machine';
import { relaySyncDueJob } from '../relays/messages/jobs';

type Awaiting = Exclude<(typeof liveStates)[number], (typeof capturableStates)[number]>;

/** The states of an attempt that await an outcome, with the operation under way. A capturable one waits for the merchant. */
const operations = {
  authentication_initiated: 'authenticate',
  authenticating: 'authenticate',
  authorizing: 'authorize',
  pending: 'authorize',
  authentication_pending: 'authorize',
  cancellation_initiated: 'void',
  void_initiated: 'void',
  remainder_void_initiated: 'void',
  increment_initiated: 'increment',
  capture_initiated: 'capture',
  multiple_capture_initiated: 'capture',
  further_capture_initiated: 'capture',
} as const satisfies Record<Awaiting, string>;

const review = 'capture_review' satisfies AttemptState;
const ofCustomer = ['authenticating', 'authentication_pending'] as const satisfies readonly AttemptState[];

const operationOf = Object.entries(operations)
  .map(([state, operation]) => `WHEN '${state}' THEN '${operation}'`)
  .join(' ');

const ofAttempt = `a.merchant_id, a.payment_id, a.attempt_id, a.connector, a.merchant_connector_id`;
const syncJob = (key: string): string => `'${jobIdOf(syncDue.type, '')}' || ${key}`;
const paymentJob = syncJob(`a.merchant_id || '/' || a.payment_id`);
const lastOf = (list: string): string => `(i.body -> '${list}' -> -1 ->> 'modifiedAt')::timestamptz`;

/**
 * Every object without an outcome, each by an index of open rows: what is finished costs nothing. Attempts in review are found by
 * their incidents, because no index has them.
 */
const open = `
  SELECT 'payment' AS object, ${ofAttempt}, a.state, CASE a.state ${operationOf} END AS operation,
    a.modified_at AS since, a.body ->> 'beginCheck' AS begin_check, ${paymentJob} AS job
  FROM attempts a WHERE ${oneOf('state', Object.keys(operations))}
  UNION ALL
  SELECT 'payment', ${ofAttempt}, a.state, 'capture', a.modified_at, NULL, NULL
  FROM (SELECT DISTINCT merchant_id, attempt_id FROM incidents) n JOIN attempts a USING (merchant_id, attempt_id)
  WHERE a.state = '${review}'
  UNION ALL
  SELECT 'payment', ${ofAttempt}, i.post_capture_void, 'post_capture_void', ${lastOf('postCaptureVoids')}, NULL, ${paymentJob}
  FROM intents i JOIN attempts a USING (merchant_id, payment_id)
  WHERE ${oneOf('post_capture_void', openVoidStates)} AND a.state IN ('charged', 'partial_charged')
  UNION ALL
  SELECT 'payment', ${ofAttempt}, i.extension, 'extend', ${lastOf('extensions')}, NULL, ${paymentJob}
  FROM intents i JOIN attempts a USING (merchant_id, payment_id)
  WHERE ${oneOf('extension', openExtensionStates)} AND a.state = 'authorized'
  UNION ALL
  SELECT 'relay', merchant_id, relay_id, relay_id, connector, merchant_connector_id, state, type, modified_at, NULL,
    '${jobIdOf(relaySyncDueJob.type, '')}' || merchant_id || '/relays/' || relay_id
  FROM relays WHERE ${oneOf('state', openRelayStates)}`;

/**
 * An open incident needs a person, whatever else happens. An authorization that no worker is known to have begun waits for a worker.
 */
const reason = `CASE
  WHEN cardinality(n.kinds) > 0 OR o.state IN ('${review}', 'review') THEN 'operator'
  WHEN ${oneOf('state', ofCustomer)} THEN 'customer'
  WHEN o.state = 'authorizing' AND o.begin_check IS DISTINCT FROM 'begun' THEN 'worker'
  WHEN o.operation = 'post_capture_void' AND o.state = 'requested' THEN 'service'
  ELSE 'processor' END`;

/** $1: only what is in its state for at least so many milliseconds. */
const waiting = `
  SELECT o.*, ${reason} AS waits_for, n.kinds,
    floor(extract(epoch FROM now() - o.since))::int AS age_seconds
  FROM (${open}) o
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(kind ORDER BY kind), '{}') AS kinds FROM incidents n
    WHERE n.merchant_id = o.merchant_id AND n.attempt_id = o.attempt_id AND n.resolved_at IS NULL
  ) n
  WHERE o.since <= now() - make_interval(secs => $1::double precision / 1000)`;

/** The statements; exported for the test of their plans. */
export const waitingTotalsSql = `
  SELECT object, connector, waits_for, count(*)::int AS count, max(age_seconds) AS oldest_seconds
  FROM (${waiting}) w GROUP BY object, connector, waits_for ORDER BY oldest_seconds DESC, object, connector, waits_for`;
export const waitingPageSql = `
  SELECT w.*, j.run_at FROM (${waiting} ORDER BY o.since, o.merchant_id, o.payment_id LIMIT $2) w
  LEFT JOIN jobs j ON j.id = w.job ORDER BY w.since, w.merchant_id, w.payment_id`;

/** How many payments and relays have been without an outcome for `olderThanMs`, by connector and by what they wait for. */
export const waitingTotals = (sql: Sql, olderThanMs: number): Promise<WaitingTotal[]> =>
  sql.query<WaitingTotal>(waitingTotalsSql, [olderThanMs]);

interface Row {
  readonly object: 'payment' | 'relay';
  readonly merchant_id: string;
  readonly payment_id: string;
  readonly attempt_id: string;
  readonly connector: string | null;
  readonly merchant_connector_id: MerchantConnectorId | null;
  readonly state: string;
  readonly operation: string;
  readonly since: Date;
  readonly age_seconds: number;
  readonly waits_for: WaitsFor;
  readonly kinds: readonly string[];
  readonly run_at: Date | null;
}

const toShown = ({ object, kinds, since, run_at, merchant_connector_id: account, ...row }: Row): WaitingObject => ({
  object,
  id: row.payment_id,
  merchant_id: row.merchant_id,
  payment_id: object === 'relay' ? null : row.payment_id,
  attempt_id: object === 'relay' ? null : row.attempt_id,
  operation: row.operation,
  state: row.state,
  connector: row.connector,
  merchant_connector_id: account && baseAccountOf(account),
  waits_for: row.waits_for,
  since: new Date(since).toISOString(),
  age_seconds: row.age_seconds,
  next_at: run_at && new Date(run_at).toISOString(),
  incidents: [...kinds],
});

/** The payments and relays that have been without an outcome for `olderThanMs`, the oldest first. */
export async function waitingPage(sql: Sql, olderThanMs: number, first: number): Promise<WaitingObject[]> {
  return (await sql.query<Row>(waitingPageSql, [olderThanMs, first])).map(toShown);
}
