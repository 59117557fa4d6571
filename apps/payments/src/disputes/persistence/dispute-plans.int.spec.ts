import { disputeKey } from '@payorch/contracts';
import { freshSchema, testPlans } from '@payorch/harness';
import { newId, Secret } from '@payorch/kernel';
import type { DisputeId, PaymentId } from '@payorch/kernel';
import { inTransaction, openDatabase, sendAll } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aDispute } from '../../../test/disputes';
import { merchantId } from '../../../test/fixtures';
import { database as schema } from '../../persistence/database';
import { DisputeStore } from './dispute.store';
import { findReturnedSums } from './returned-sums';

const store = new DisputeStore();

describe('the statements of a dispute’s path', () => {
  let database: DataSource;
  let drop: () => Promise<void>;

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

  /** The statements of a batch of first reports and a batch of their successors. */
  async function handle(size: number): Promise<void> {
    const disputes = Array.from({ length: size }, () =>
      aDispute({}, { disputeId: newId<DisputeId>('dp'), paymentId: newId<PaymentId>('pay') }),
    );
    await inTransaction(database, { merchants: [merchantId] }, async (sql) => {
      await store.load(sql, disputes.map(disputeKey), 'writing');
      await findReturnedSums(sql, disputes);
      const created = disputes.map((after) => ({ key: disputeKey(after), before: undefined, after, partition: 3 }));
      await Promise.all(sendAll(sql, store.writes(created)));
      const changed = created.map(({ after, ...change }) => ({
        ...change,
        before: after,
        after: { ...after, version: 2 },
      }));
      await Promise.all(sendAll(sql, store.writes(changed)));
    });
  }
  testPlans({
    runQuery: (text) => database.query(text),
    handle,
    indexes: { disputes: ['disputes_pkey'], refunds: ['refunds_by_payment'] },
  });
});
