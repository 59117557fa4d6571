import { freshSchema, testPlans, testSeals } from '@payorch/harness';
import type { PayoutId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { inTransaction, openDatabase, sendAll } from '@payorch/platform/postgres';
import type { MerchantSeals } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aPayout, merchantId } from '../../test/builders';
import type { Payout } from '../domain/payout';
import { database as schema } from './database';
import { PayoutRepository } from './payout.repository';

const repository = new PayoutRepository(testSeals() as unknown as MerchantSeals);

describe('the statements of a payout', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let count = 0;

  beforeAll(async () => {
    const fresh = await freshSchema('payouts');
    drop = fresh.drop;
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger, poolSize: 1 });
    await database.query('ANALYZE');
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  const newPayout = (): Payout => ({ ...aPayout.routing(), version: 1, payoutId: `payout_${++count}` as PayoutId });
  const changeOf = (before: Payout | undefined, after: Payout) => ({
    key: `${merchantId}/${after.payoutId}`,
    before,
    after,
    partition: 3,
  });

  async function handle(size: number): Promise<void> {
    const payouts = Array.from({ length: size }, newPayout);
    const keys = payouts.map(({ payoutId }) => `${merchantId}/${payoutId}`);
    await inTransaction(database, { merchants: [merchantId] }, async (sql) => {
      await repository.load(sql, keys, 'writing');
      const opened = payouts.map((payout) => changeOf(undefined, payout));
      await Promise.all(sendAll(sql, repository.writes(opened)));
      const moved = payouts.map((payout) => changeOf(payout, { ...payout, version: 2, incidents: ['still_unknown'] }));
      await Promise.all(sendAll(sql, repository.writes(moved)));
    });
  }
  testPlans({ runQuery: (text) => database.query(text), handle, indexes: { payouts: ['payouts_pkey'] } });
});
