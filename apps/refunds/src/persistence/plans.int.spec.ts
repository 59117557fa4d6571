import { freshSchema, testPlans } from '@payorch/harness';
import { refundCheck } from '@payorch/contracts';
import type { PaymentId, RefundId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import { sendAll, inTransaction, openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aRefund, merchantId } from '../../test/builders';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { database as schema } from './database';
import { RefundRepository } from './refund.repository';

const repository = new RefundRepository();
const shared = () => ({ payments: new Map(), incidents: [] });

describe('the statements of a refund', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let count = 0;

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

  const newPayment = (): PaymentRefunds => {
    const [refunds, name] = [aRefund.pending(), `${++count}`];
    return {
      ...refunds,
      paymentId: `pay_${name}` as PaymentId,
      refunds: refunds.refunds.map((refund) => ({ ...refund, id: `ref_${name}` as RefundId })),
    };
  };
  const next = (payment: PaymentRefunds): PaymentRefunds => ({
    ...payment,
    version: payment.version + 1,
    refunds: payment.refunds.map((refund) => ({ ...refund, version: refund.version + 1 })),
  });
  const changeOf = (before: PaymentRefunds | undefined, after: PaymentRefunds) => ({
    key: `${merchantId}/${after.paymentId}`,
    before,
    after,
    partition: 3,
  });

  async function handle(size: number): Promise<void> {
    const payments = Array.from({ length: size }, newPayment);
    const keys = payments.map(({ paymentId }) => `${merchantId}/${paymentId}`);
    const batch = payments.map(({ refunds }) => ({
      message: refundCheck,
      data: { merchantId, refundId: refunds[0]!.id },
    })) as unknown as Incoming[];
    await inTransaction(database, { merchants: [merchantId] }, async (sql) => {
      await repository.load(sql, keys);
      await repository.loadShared(sql, batch);
      const opened = payments.map((payment) => changeOf(undefined, payment));
      await Promise.all(sendAll(sql, repository.writes(opened, shared())));
      const moved = payments.map((payment) => changeOf(payment, next(payment)));
      await Promise.all(sendAll(sql, repository.writes(moved, shared())));
    });
  }
  testPlans({
    runQuery: (text) => database.query(text),
    handle,
    indexes: {
      balances: ['balances_pkey'],
      refunds: ['refunds_by_payment', 'refunds_pkey'],
    },
  });
});
