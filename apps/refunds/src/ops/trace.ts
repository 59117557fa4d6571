import type { refundTraceReply, TraceEvent } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import { eventsOf, incidentsSql, pendingSql, type TracedRow } from '@payorch/platform/operators';
import type { Sql } from '@payorch/platform/postgres';
import type { z } from 'zod';
import type { PaymentRefunds } from '../domain/payment-refunds';
import type { Refund } from '../domain/refund';
import { errorOf, referenceOf } from '../domain/refund';
import { refundsDueJob } from '../persistence/jobs';
import type { RefundRepository } from '../persistence/refund.repository';

const event = eventsOf('refunds');

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

/** Incidents, what is due, and messages that the broker does not have yet. */
const aboutRefunds = `
  ${incidentsSql('SELECT merchant_id, refund_id FROM refunds WHERE merchant_id = $1 AND payment_id = $2', 'refund_id')}
  UNION ALL ${pendingSql({ jobs: '$3', key: '$4' })}`;

async function rowsAbout(sql: Sql, { merchantId, paymentId }: PaymentRefunds): Promise<TraceEvent[]> {
  const key = keyOf(merchantId, paymentId);
  const rows = await sql.query<TracedRow>(aboutRefunds, [
    merchantId,
    paymentId,
    [jobIdOf(refundsDueJob.type, key)],
    key,
  ]);
  return rows.map(({ at, event: name, details }) => event(at, name, details));
}
