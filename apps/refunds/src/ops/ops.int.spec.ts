import { freshSchema } from '@payorch/harness';
import type { PaymentId, RefundId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { resolveIncident } from '@payorch/platform/incidents';
import type { Sql } from '@payorch/platform/postgres';
import { inTransaction, openDatabase, sendAll } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aRefund, merchantId } from '../../test/builders';
import type { OperationIncident } from '@payorch/operations';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { database as schema } from '../persistence/database';
import { RefundRepository } from '../persistence/refund.repository';
import { addMissingJobs } from '../persistence/sweep';
import { incidents } from './incidents';
import { traceRefunds } from './trace';
import { waiting } from './waiting';

const repository = new RefundRepository();

describe('what operators read of refunds', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const fresh = await freshSchema('refunds');
    drop = fresh.drop;
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger });
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  const everywhere = <T>(work: (sql: Sql) => Promise<T>) => inTransaction(database, { merchants: 'every' }, work);
  async function saved(name: string, payment: PaymentRefunds, kinds: readonly OperationIncident[] = []): Promise<void> {
    const paymentId = `pay_${name}` as PaymentId;
    const refundId = `ref_${name}` as RefundId;
    const refunds = payment.refunds.map((refund) => ({ ...refund, id: refundId }));
    const change = {
      key: `${merchantId}/${paymentId}`,
      before: undefined,
      after: { ...payment, paymentId, version: 1, refunds },
      partition: 3,
    };
    const incidents = kinds.map((kind) => ({ merchantId, paymentId, refundId, kind }));
    await inTransaction(database, { merchants: [merchantId] }, (sql) =>
      Promise.all(sendAll(sql, repository.writes([change], { payments: new Map(), incidents }))),
    );
  }

  it('an open refund is listed with what it waits for, a finished one is not; its incident is resolved once', async () => {
    await saved('sent', aRefund.pending());
    await saved('later', aRefund.scheduled());
    await saved('reviewed', aRefund.manual_review());
    await saved('lost', aRefund.pending(), ['still_unknown']);
    await saved('done', aRefund.success());
    await saved('failed', aRefund.failure(), ['late_success']);
    await everywhere(addMissingJobs(0));
    const found = await everywhere((sql) => waiting.page(sql, 0, 100));
    expect(Object.fromEntries(found.map(({ id, waits_for, incidents }) => [id, [waits_for, ...incidents]]))).toEqual({
      ref_sent: ['processor'],
      ref_later: ['schedule'],
      ref_reviewed: ['operator'],
      ref_lost: ['operator', 'still_unknown'],
    });
    expect(found.every(({ next_at }) => next_at !== null)).toBe(true);
    const totals = await everywhere((sql) => waiting.totals(sql, 0));
    expect(Object.fromEntries(totals.map(({ waits_for, count }) => [waits_for, count]))).toEqual({
      processor: 1,
      schedule: 1,
      operator: 2,
    });

    const { total, data } = await everywhere((sql) => incidents.list(sql, false, 10));
    expect(total).toBe(2);
    const lost = data.find(({ object_id }) => object_id === 'ref_lost')!;
    expect(lost.still_needs).toBe('PUT /refunds/ref_lost/manual-update');
    const resolution = { incidentId: lost.incident_id, resolvedBy: 'ada', reason: 'seen at the processor' };
    expect(await everywhere((sql) => resolveIncident(sql, resolution, 'req_1'))).toBeUndefined();
    expect(await everywhere((sql) => incidents.find(sql, lost.incident_id))).toMatchObject({
      state: 'pending',
      history: [{ event: 'opened' }, { event: 'resolved', by: 'ada', reason: 'seen at the processor' }],
    });
    const trace = await everywhere((sql) =>
      traceRefunds(sql, repository, { merchantId, paymentId: 'pay_lost' as PaymentId }),
    );
    expect(trace.refund_ids).toEqual(['ref_lost']);
    expect(trace.events.map(({ event }) => event).sort()).toEqual([
      ...['incident.opened', 'incident.resolved', 'job.due', 'refund.created', 'refund.pending'],
    ]);
    const none = { merchantId, paymentId: 'pay_none' as PaymentId };
    expect(await everywhere((sql) => traceRefunds(sql, repository, none))).toEqual({
      refund_ids: [],
      operation_ids: [],
      events: [],
    });
  });
});
