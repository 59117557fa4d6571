import { isRefusal, type OwnRecordPage } from '@payorch/contracts';
import { freshSchema } from '@payorch/harness';
import type { MerchantConnectorId, MerchantId, OperationId, PaymentId, RefundId } from '@payorch/kernel';
import { Secret, statesOf } from '@payorch/kernel';
import { inTransaction, openDatabase, reading, sendAll } from '@payorch/platform/postgres';
import type { WantedRecords } from '@payorch/platform/resources';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aRefund, merchantId, now } from '../../test/builders';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { refundMachine } from '../domain/refund.machine';
import { database as schema } from '../persistence/database';
import { RefundRepository } from '../persistence/refund.repository';
import { refundRecords, refundsShownAs } from './refund-records';

const repository = new RefundRepository();
const account = aRefund.pending().refunds[0]!.account.merchantConnectorId;

describe('records of refunds', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const fresh = await freshSchema('refunds');
    drop = fresh.drop;
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger, poolSize: 1 });
    await database.query('ANALYZE');
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  async function saved(name: string, payment: PaymentRefunds, facts: object = {}): Promise<void> {
    const paymentId = `pay_${name}` as PaymentId;
    const [id, operation] = [`ref_${name}` as RefundId, `op_${name}` as OperationId];
    const refunds = payment.refunds.map(
      (one) => ({ ...one, id, operation, facts: { ...one.facts, ...facts } }) as never,
    );
    const after = { ...payment, paymentId, version: 1, refunds };
    const change = { key: `${merchantId}/${paymentId}`, before: undefined, after, partition: 3 };
    await inTransaction(database, { merchants: [merchantId] }, (sql) =>
      Promise.all(sendAll(sql, repository.writes([change], { payments: new Map(), incidents: [] }))),
    );
  }
  async function list(wanted: WantedRecords['wanted'], of: Partial<WantedRecords> = {}): Promise<OwnRecordPage> {
    const about = { merchantId, merchantConnectorId: account, ...of, wanted };
    const page = await reading(database, [about.merchantId], (sql) => refundRecords.list(sql, about));
    if (isRefusal(page)) throw new Error(page.code);
    return page;
  }
  const ofToday = {
    by: 'period',
    from: new Date(now.getTime() - 3_600_000).toISOString(),
    till: new Date(now.getTime() + 3_600_000).toISOString(),
    cursor: null,
  } as const;
  const named = (references: readonly string[], ourIds: readonly string[]) =>
    ({ by: 'named', references, ourIds }) as const;

  it('every state of a refund is shown as a state of a record, or as nothing', () =>
    expect(Object.keys(refundsShownAs).sort()).toEqual([...statesOf(refundMachine)].sort()));

  it('what was sent is listed and found by its names; what waits for its time is not; a name is of its merchant and account', async () => {
    await saved('done', aRefund.success(), { reference: 're_done' });
    await saved('sent', aRefund.pending(), { reference: null });
    await saved('later', aRefund.scheduled());
    await saved('declined', aRefund.failure(), { reference: null });
    const { records, next } = await list(ofToday);
    expect(next).toBeNull();
    expect(Object.fromEntries(records.map((one) => [one.objectId, [one.state, one.moved > 0, one.isWaiting]]))).toEqual(
      {
        ref_done: ['succeeded', true, false],
        ref_sent: ['pending', false, true],
      },
    );
    const found = await list(named(['re_done'], ['op_sent', 'op_declined', 'op_later', 'op_done']));
    expect(found.records.map(({ objectId }) => objectId as string).sort()).toEqual([
      ...['ref_declined', 'ref_done', 'ref_sent'],
    ]);
    expect(found.records.find(({ objectId }) => objectId === 'ref_done')).toMatchObject({
      kind: 'refund',
      reference: 're_done',
      ourId: 'op_done',
      paymentId: 'pay_done',
      chargeReference: aRefund.success().refunds[0]!.paymentReference,
    });
    for (const of of [
      { merchantId: 'merchant_b' as MerchantId },
      { merchantConnectorId: 'mca_9' as MerchantConnectorId },
    ])
      expect(await list(named(['re_done'], ['op_sent']), of)).toEqual({ records: [], next: null });
  });

  it('the lists read no table as a whole, also on a connection that planned them for empty tables', async () => {
    const statements = await database.query<{ statement: string }[]>(
      `SELECT statement FROM pg_prepared_statements WHERE statement ~ 'place'`,
    );
    expect(statements.length).toBeGreaterThanOrEqual(2);
    for (const { statement } of statements) {
      const plan = JSON.stringify(await database.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`));
      expect(plan).not.toMatch(/Seq Scan/);
    }
  });
});
