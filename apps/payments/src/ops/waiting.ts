import { openExtensionStates, openVoidStates } from '@payorch/operations';
import { jobIdOf } from '@payorch/platform/jobs';
import { WaitingObjects } from '@payorch/platform/operators';
import { oneOf } from '@payorch/platform/postgres';
import { openAnswerStates } from '../disputes/domain/answer.machine';
import { answerSyncDueJob } from '../disputes/persistence/jobs';
import type { AttemptState } from '../payments/domain/attempts/attempt.machine';
import { operationsUnderWay } from '../payments/domain/attempts/attempt.machine';
import { syncDue } from '../payments/persistence/jobs';
import { openRelayStates } from '../relays/domain/relay.machine';
import { relaySyncDueJob } from '../relays/persistence/jobs';

const review = 'capture_review' satisfies AttemptState;
const ofCustomer = ['authenticating', 'authentication_pending'] as const satisfies readonly AttemptState[];

/** The operation of each state that awaits an outcome; a capturable attempt awaits none. */
const operationOf = operationsUnderWay.map(([state, operation]) => `WHEN '${state}' THEN '${operation}'`).join(' ');

const statesUnderWay = operationsUnderWay.map(([state]) => state);

const ofAttempt = `a.merchant_id, a.payment_id AS id, a.payment_id, a.attempt_id, a.attempt_id AS incident_of, a.connector,
    a.merchant_connector_id`;
const syncJob = (key: string): string => `'${jobIdOf(syncDue.type, '')}' || ${key}`;
const paymentJob = syncJob(`a.merchant_id || '/' || a.payment_id`);
const lastOf = (list: string): string => `(i.body -> '${list}' -> -1 ->> 'modifiedAt')::timestamptz`;

/** Attempts in review are found by their incidents, because no index has them. */
const open = `
  SELECT 'payment' AS object, ${ofAttempt}, a.state, CASE a.state ${operationOf} END AS operation,
    a.modified_at AS since, ${paymentJob} AS job, NULL AS due_at, a.body ->> 'beginCheck' AS begin_check
  FROM attempts a WHERE ${oneOf('state', statesUnderWay)}
  UNION ALL
  SELECT 'payment', ${ofAttempt}, a.state, 'capture', a.modified_at, NULL, NULL, NULL
  FROM (SELECT DISTINCT merchant_id, attempt_id FROM incidents) n JOIN attempts a USING (merchant_id, attempt_id)
  WHERE a.state = '${review}'
  UNION ALL
  SELECT 'payment', ${ofAttempt}, i.post_capture_void, 'post_capture_void', ${lastOf('postCaptureVoids')}, ${paymentJob}, NULL, NULL
  FROM intents i JOIN attempts a USING (merchant_id, payment_id)
  WHERE ${oneOf('post_capture_void', openVoidStates)} AND a.state IN ('charged', 'partial_charged')
  UNION ALL
  SELECT 'payment', ${ofAttempt}, i.extension, 'extend', ${lastOf('extensions')}, ${paymentJob}, NULL, NULL
  FROM intents i JOIN attempts a USING (merchant_id, payment_id)
  WHERE ${oneOf('extension', openExtensionStates)} AND a.state = 'authorized'
  UNION ALL
  SELECT 'relay', merchant_id, relay_id, NULL, NULL, relay_id, connector, merchant_connector_id, state, type, modified_at,
    '${jobIdOf(relaySyncDueJob.type, '')}' || merchant_id || '/relays/' || relay_id, NULL, NULL
  FROM relays WHERE ${oneOf('state', openRelayStates)}
  UNION ALL
  SELECT 'dispute', merchant_id, dispute_id, payment_id, attempt_id, dispute_id, connector, merchant_connector_id, answer,
    body -> 'answer' ->> 'flow', modified_at,
    '${jobIdOf(answerSyncDueJob.type, '')}' || merchant_id || '/disputes/' || dispute_id, NULL, NULL
  FROM disputes WHERE ${oneOf('answer', openAnswerStates)}`;

/** The payments, relays and answers to disputes without an outcome. An authorization that no worker is known to have begun waits for a worker. */
export const waiting = new WaitingObjects({
  open,
  incidentOf: 'attempt_id',
  waitsFor: [
    ['operator', `o.state IN ('${review}', 'review')`],
    ['customer', oneOf('state', ofCustomer)],
    ['worker', `o.state = 'authorizing' AND o.begin_check IS DISTINCT FROM 'begun'`],
    ['service', `o.operation = 'post_capture_void' AND o.state = 'requested'`],
  ],
});
