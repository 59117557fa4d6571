import type { refundTraceReply, TraceEvent } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import type { Sql } from '@payorch/platform/postgres';
import type { z } from 'zod';
import type { PaymentRefunds } from '../domain/payment-refunds';
import type { Refund } from '../domain/refund';
import { errorOf, referenceOf } from '../domain/refund';
import { refundsDueJob } from '../messages/jobs';
import type { RefundRepository } from '../persistence/refund.repository';

type Details = TraceEvent['details'];

const event = (at: Date, name: string, details: Details): TraceEvent => ({
  at: new Date(at).toISOString(),
  service: 'refunds',
  event: name,
  details,
});

/** What the service knows of the refunds of a payment: nothing for a payment without refunds. */
export async function traceRefunds(
  sql: Sql,
  repository: Pick<RefundRepository, 'load'>,
  { merchantId, paymentId }: { readonly merchantId: MerchantId; readonly paymentId: PaymentId },
): Promise<z.infer<typeof refundTraceReply>> {
  const key = keyOf(merchantId, paymentId);
  const payment = (await repository.load(sql, [key], 'reading')).get(key);
  if (!payment) return { refund_ids: [], operation_ids: [], events: [] };
  return {
    refund_ids: payment.refunds.map(({ id }) => id),
    operation_ids: payment.refunds.map(({ operation }) => operation),
    events: [...payment.refunds.flatMap(refundEvents), ...(await rowsAbout(sql, payment))],
  };
}

function refundEvents(refund: Refund): TraceEvent[] {
  const { id, operation, version, state, money, account, syncCount, createdAt, modifiedAt } = refund;
  const { connector, merchantConnectorId } = account;
  return [
    event(createdAt, 'refund.created', {
      refund_id: id,
      operation_id: operation,
      amount: Number(money.amount),
      currency: money.currency,
      connector,
      merchant_connector_id: baseAccountOf(merchantConnectorId),
    }),
    event(modifiedAt, `refund.${state}`, {
      refund_id: id,
      version,
      reference: referenceOf(refund),
      error_code: errorOf(refund)?.code ?? null,
      syncs: syncCount,
    }),
  ];
}

interface RowAbout {
  readonly at: Date;
  readonly event: string;
  readonly details: Details;
}

/** Incidents, what is due, and messages that the broker does not have yet. */
async function rowsAbout(sql: Sql, { merchantId, paymentId }: PaymentRefunds): Promise<TraceEvent[]> {
  const key = keyOf(merchantId, paymentId);
  const rows = await sql.query<RowAbout>(
    `SELECT o.at, 'incident.' || o.what AS event,
       jsonb_build_object('incident_id', n.incident_id, 'kind', n.kind, 'refund_id', n.refund_id) AS details
     FROM refunds r JOIN incidents n USING (merchant_id, refund_id)
     CROSS JOIN LATERAL (VALUES (n.opened_at, 'opened'), (n.resolved_at, 'resolved')) o (at, what)
     WHERE r.merchant_id = $1 AND r.payment_id = $2 AND o.at IS NOT NULL
     UNION ALL
     SELECT run_at, 'job.due', jsonb_build_object('type', type) FROM jobs WHERE id = $3
     UNION ALL
     SELECT created_at, 'message.unpublished', jsonb_build_object('topic', topic, 'type', headers ->> 'ce_type', 'message_id', headers ->> 'ce_id')
     FROM outbox WHERE published_at IS NULL AND key = $4`,
    [merchantId, paymentId, jobIdOf(refundsDueJob.type, key), key],
  );
  return rows.map(({ at, event: name, details }) => event(at, name, details));
}
