import type { TraceEvent } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { MerchantConnectorId, OperationId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';

interface Row {
  readonly operation_id: string;
  readonly attempt_id: string;
  readonly flow: string;
  readonly connector: string;
  readonly merchant_connector_id: MerchantConnectorId;
  readonly state: string;
  readonly sent_at: Date | null;
  readonly resent_at: Date | null;
  readonly answered_at: Date | null;
  readonly reference: string | null;
  readonly absent_seen: number;
  readonly outcome: string | null;
  readonly error_code: string | null;
  readonly deferred_at: Date | null;
}

/** Of an outcome only its kind and the error's code: nothing is opened. */
const statement = `
  SELECT o.operation_id, o.attempt_id, o.flow, o.connector, o.merchant_connector_id, o.state, o.sent_at, o.resent_at,
    o.answered_at, o.reference, o.absent_seen, o.outcome ->> 'kind' AS outcome, o.outcome -> 'error' ->> 'code' AS error_code,
    NULL::timestamptz AS deferred_at
  FROM operations o WHERE o.operation_id = ANY($1::text[])
  UNION ALL
  SELECT d.operation_id, '', '', d.connector, d.merchant_connector_id, 'deferred', NULL, NULL, NULL, NULL, 0, NULL, NULL, d.deferred_at
  FROM deferred_operations d WHERE d.operation_id = ANY($1::text[])`;

const event = (at: Date, name: string, details: TraceEvent['details']): TraceEvent => ({
  at: new Date(at).toISOString(),
  service: 'connector-worker',
  event: name,
  details,
});

function eventsOf(row: Row): TraceEvent[] {
  const { sent_at: sentAt, resent_at: resentAt, answered_at: answeredAt, deferred_at: deferredAt } = row;
  const ids = {
    operation_id: row.operation_id,
    connector: row.connector,
    merchant_connector_id: baseAccountOf(row.merchant_connector_id),
  };
  const about = { ...ids, flow: row.flow, attempt_id: row.attempt_id };
  return [
    ...(deferredAt ? [event(deferredAt, 'operation.deferred', ids)] : []),
    ...(sentAt ? [event(sentAt, 'operation.sent', about)] : []),
    ...(resentAt ? [event(resentAt, 'operation.sent_again', about)] : []),
    ...(answeredAt
      ? [
          event(answeredAt, `operation.${row.state}`, {
            ...about,
            outcome: row.outcome,
            error_code: row.error_code,
            reference: row.reference,
            // A processor that does not know the operation yet.
            not_found: row.absent_seen,
          }),
        ]
      : []),
  ];
}

/** What the workers' ledger has of these operations. An operation that no worker has begun is not in it. */
export async function traceOperations(sql: Sql, operationIds: readonly OperationId[]): Promise<TraceEvent[]> {
  return (await sql.query<Row>(statement, [operationIds])).flatMap(eventsOf);
}
