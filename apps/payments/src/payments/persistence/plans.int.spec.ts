import { freshSchema, testPlans } from '@payorch/harness';
import { newPaymentId, Secret } from '@payorch/kernel';
import { inboxEntries } from '@payorch/platform/outbox';
import { sendAll, inTransaction, openDatabase } from '@payorch/platform/postgres';
import { batchWritesStatement } from '@payorch/platform/shell';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aPayment, merchantId, seals } from '../../../test/builders';
import type { Payment } from '../domain/payment';
import { database as schema } from '../../persistence/database';
import { PaymentRepository } from './payment/payment.repository';
import { nothingShared } from './shared/shared';

const repository = new PaymentRepository(seals);

describe('the statements of a payment’s path', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let count = 0;

  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    // One connection: its statements have plans for empty tables.
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger, poolSize: 1 });
    await database.query('ANALYZE');
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  const within = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
    inTransaction(database, { merchants: [merchantId] }, work);
  const made = (): Payment => {
    const [payment, paymentId] = [aPayment.charged(), newPaymentId()];
    return {
      ...payment,
      paymentId,
      version: 1,
      attempts: payment.attempts.map((attempt) => ({ ...attempt, id: `${paymentId}_1` as never })),
      captures: payment.captures.map((capture) => ({ ...capture, id: `${paymentId}_c1` as never })),
    };
  };
  const changeOf = (before: Payment | undefined, after: Payment) => ({
    key: `${merchantId}/${after.paymentId}`,
    before,
    after,
    partition: 3,
  });

  /** The statements of a batch of new payments and a batch of their outcomes. */
  async function handle(size: number): Promise<void> {
    const payments = Array.from({ length: size }, made);
    const keys = payments.map(({ paymentId }) => `${merchantId}/${paymentId}`);
    const ids = keys.map(() => `m${++count}`);
    const plumbing = {
      handled: ids.map((messageId) => ({ messageId, refusal: null })),
      outbox: ids.map(() => ({
        partition: 3,
        message: { topic: 't', key: 'k', value: Buffer.from('v'), headers: {} },
      })),
      jobs: [],
      finishedJobs: ids,
    };
    await within(async (sql) => {
      await repository.load(sql, keys);
      await inboxEntries(sql, ids);
      const created = payments.map((payment) => changeOf(undefined, payment));
      await Promise.all(sendAll(sql, repository.writes(created, nothingShared())));
      await Promise.all(sendAll(sql, [batchWritesStatement(plumbing, ['1', '2'])!]));
      const changed = payments.map((payment) => changeOf(payment, { ...payment, version: 2 }));
      await Promise.all(sendAll(sql, repository.writes(changed, nothingShared())));
    });
    await within((sql) => repository.find(sql, merchantId, payments[0]!.paymentId));
  }
  testPlans({
    runQuery: (text) => database.query(text),
    handle,
    indexes: {
      intents: ['intents_pkey'],
      attempts: ['attempts_by_payment'],
      captures: ['captures_by_payment'],
      disputes: ['disputes_by_payment'],
      inbox: ['inbox_pkey'],
      outbox: ['outbox_pkey'],
    },
  });

  it('are planned again on a connection that planned them for empty tables', async () => {
    const read = async (): Promise<number> => {
      await within((sql) => sql.query('SELECT pg_stat_force_next_flush()'));
      const [row] = await within((sql) =>
        sql.query<{ pages: string }>(
          `SELECT heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read AS pages FROM pg_statio_user_tables
           WHERE relname = 'intents'`,
        ),
      );
      return Number(row!.pages);
    };
    const before = await read();
    await within((sql) => repository.find(sql, merchantId, newPaymentId()));
    expect((await read()) - before).toBeLessThan(20);
  });
});
