import type { DataOf, paymentTrace, Refusal, TraceEvent } from '@payorch/contracts';
import { baseAccountOf, paymentTraceReply, refuse } from '@payorch/contracts';
import type { MerchantId, OperationId, PaymentId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import { eventsOf, incidentsSql, pendingSql, type TracedRow } from '@payorch/platform/operators';
import type { Sql } from '@payorch/platform/postgres';
import type { z } from 'zod';
import type { Attempt } from '../payments/domain/attempts/attempt';
import { accountOf, errorOf, referenceOf } from '../payments/domain/attempts/attempt';
import { type FollowUps, noFollowUps } from '../payments/domain/follow-ups';
import type { Payment } from '../payments/domain/payment';
import { statusOf } from '../payments/domain/payment.status';
import { beginCheckDue, syncDue } from '../payments/persistence/jobs';
import type { PaymentRepository } from '../payments/persistence/payment/payment.repository';

type PaymentTraceReply = z.infer<typeof paymentTraceReply>;

const event = eventsOf('payments');

/** An index scan from merchant to merchant: the table has no index of payment ids alone, which every payment would pay for. */
const merchantsWith = `
  WITH RECURSIVE merchants AS (
    (SELECT merchant_id FROM intents ORDER BY merchant_id LIMIT 1)
    UNION ALL
    SELECT next.merchant_id FROM merchants CROSS JOIN LATERAL (
      SELECT i.merchant_id FROM intents i WHERE i.merchant_id > merchants.merchant_id ORDER BY i.merchant_id LIMIT 1
    ) next
  )
  SELECT merchant_id FROM merchants WHERE EXISTS (
    SELECT 1 FROM intents i WHERE i.merchant_id = merchants.merchant_id AND i.payment_id = $1
  ) LIMIT 2`;

/** The merchant that has the payment. Merchants may choose the ids of payments: several may have the same. */
export async function merchantOf(sql: Sql, paymentId: PaymentId): Promise<MerchantId | Refusal> {
  const [first, second] = await sql.query<{ merchant_id: MerchantId }>(merchantsWith, [paymentId]);
  if (!first) return refuse('payment_not_found');
  if (second) return refuse('invalid_request', { message: 'several merchants have this payment_id: send merchant_id' });
  return first.merchant_id;
}

/** What the service knows of a payment's course; undefined for an unknown payment. */
export async function tracePayment(
  sql: Sql,
  repository: Pick<PaymentRepository, 'find'>,
  { merchantId, paymentId }: Pick<DataOf<typeof paymentTrace>, 'paymentId'> & { readonly merchantId: MerchantId },
): Promise<PaymentTraceReply | undefined> {
  const payment = await repository.find(sql, merchantId, paymentId);
  if (!payment) return undefined;
  const rows = await rowsAbout(sql, merchantId, paymentId);
  return {
    merchant_id: merchantId,
    payment_id: paymentId,
    status: statusOf(payment),
    version: payment.version,
    operation_ids: operationsOf(payment),
    events: [...ownEvents(payment), ...rows],
  };
}

function ownEvents(payment: Payment): TraceEvent[] {
  const { money, profileId, captureMethod, version, createdAt, modifiedAt, lastLookupAt } = payment;
  return [
    event(createdAt, 'payment.created', {
      profile_id: profileId,
      amount: Number(money.amount),
      currency: money.currency,
      capture_method: captureMethod,
    }),
    ...payment.attempts.flatMap(attemptEvents),
    ...payment.captures.flatMap(({ id, operation, status, money: { amount }, error, ...capture }) => [
      event(capture.createdAt, 'capture.requested', {
        capture_id: id,
        operation_id: operation,
        amount: Number(amount),
      }),
      event(capture.modifiedAt, `capture.${status}`, { capture_id: id, error_code: error?.code ?? null }),
    ]),
    ...payment.extensions.map(({ modifiedAt: at, state, operation, error }) =>
      event(at, `extension.${state}`, { operation_id: operation, error_code: error?.code ?? null }),
    ),
    ...payment.postCaptureVoids.map(({ modifiedAt: at, state, operation, error }) =>
      event(at, `post_capture_void.${state}`, { operation_id: operation, error_code: error?.code ?? null }),
    ),
    ...payment.orders.map(({ modifiedAt: at, state, operation, account }) =>
      event(at, `order.${state}`, { operation_id: operation, connector: account.connector }),
    ),
    ...(lastLookupAt ? [event(lastLookupAt, 'payment.last_sync', {})] : []),
    event(modifiedAt, `payment.${statusOf(payment)}`, { version }),
  ];
}

function attemptEvents(attempt: Attempt): TraceEvent[] {
  const { id, number, method, decision, state, syncCount, beginCheck, authentication } = attempt;
  const account = accountOf(attempt);
  const error = errorOf({ ...attempt, claim: undefined } as unknown as Attempt);
  return [
    event(attempt.createdAt, 'attempt.created', {
      attempt_id: id,
      number,
      payment_method: method?.paymentMethod ?? null,
      payment_method_type: method?.paymentMethodType ?? null,
    }),
    // The decision has no time of its own: it precedes everything that the attempt did.
    ...(decision
      ? [
          event(attempt.createdAt, 'attempt.routed', {
            attempt_id: id,
            source: decision.source,
            algorithm_id: decision.algorithmId,
            rule_index: decision.rule?.index ?? null,
            fell_back: decision.fellBack,
            candidates: decision.candidates.length + (decision.more ?? 0),
            routing_version: decision.routingVersion,
            account_version: decision.accountVersion,
          }),
        ]
      : []),
    event(attempt.modifiedAt, `attempt.${state}`, {
      attempt_id: id,
      connector: account?.connector ?? null,
      merchant_connector_id: account && baseAccountOf(account.merchantConnectorId),
      reference: referenceOf(attempt),
      error_code: error?.code ?? null,
      syncs: syncCount,
      begin_check: beginCheck ?? null,
      claimed: attempt.claim !== undefined,
      authentication: authentication?.state ?? null,
    }),
  ];
}

/** The operations that the payment names; the worker's ledger has them by these ids. */
function operationsOf(payment: Payment): OperationId[] {
  const ofAttempts = payment.attempts.flatMap(({ facts, authentication }) => [
    ...('operation' in facts ? [facts.operation] : []),
    ...('followUp' in facts ? [facts.followUp] : []),
    ...('capture' in facts ? [facts.capture] : []),
    ...(authentication ? [authentication.operation] : []),
  ]);
  const kinds = Object.keys(noFollowUps) as (keyof FollowUps)[];
  const others = kinds.flatMap((kind) => payment[kind].map(({ operation }) => operation));
  return [...new Set([...ofAttempts, ...others])];
}

/** Manual updates, disputes, incidents, what is due, and messages that the broker does not have yet. */
const aboutPayment = `
  SELECT made_at AS at, 'attempt.manual_update' AS event, jsonb_build_object('attempt_id', attempt_id, 'version', version,
    'from', status_before, 'to', status_after, 'request_id', request_id) AS details
  FROM manual_updates WHERE merchant_id = $1 AND payment_id = $2
  UNION ALL
  ${incidentsSql(
    `SELECT merchant_id, attempt_id FROM attempts WHERE merchant_id = $1 AND payment_id = $2
     UNION ALL SELECT merchant_id, dispute_id FROM disputes WHERE merchant_id = $1 AND payment_id = $2`,
    'attempt_id',
  )}
  UNION ALL
  SELECT modified_at, 'dispute.' || status, jsonb_build_object('dispute_id', dispute_id, 'stage', stage, 'version', version,
    'connector_dispute_id', connector_dispute_id, 'taken', taken, 'answer', answer)
  FROM disputes WHERE merchant_id = $1 AND payment_id = $2
  UNION ALL ${pendingSql({ jobs: '$3', key: '$4' })}`;

async function rowsAbout(sql: Sql, merchantId: MerchantId, paymentId: PaymentId): Promise<TraceEvent[]> {
  const key = keyOf(merchantId, paymentId);
  const jobs = [syncDue, beginCheckDue].map(({ type }) => jobIdOf(type, key));
  const rows = await sql.query<TracedRow>(aboutPayment, [merchantId, paymentId, jobs, key]);
  return rows.map(({ at, event: name, details }) => event(at, name, details));
}
