import { keyOfPayout, topics } from '@payorch/contracts';
import { freshSchema, testBackfill, testSeals } from '@payorch/harness';
import type { PayoutId } from '@payorch/kernel';
import { newId, Secret } from '@payorch/kernel';
import { inTransaction, openDatabase, sendAll } from '@payorch/platform/postgres';
import type { MerchantSeals } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { inState, merchantId } from '../../test/builders';
import type { Payout } from '../domain/payout';
import { database as schema } from '../persistence/database';
import { PayoutRepository } from '../persistence/payout.repository';
import { knownPayouts } from './known-payouts';

let database: DataSource;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshSchema('payouts');
  drop = fresh.drop;
  database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger });
});
afterAll(async () => {
  await database.destroy();
  await drop();
});

const seals = testSeals() as unknown as MerchantSeals;
const repository = new PayoutRepository(seals);

const payouts = {
  topic: topics.payoutsSnapshots.name,
  made: (modifiedAt: Date): Payout => ({
    ...inState('success'),
    version: 1,
    payoutId: newId<PayoutId>('payout'),
    modifiedAt,
  }),
  keyOf: keyOfPayout,
  next: (payout: Payout, modifiedAt: Date): Payout => ({ ...payout, version: 2, modifiedAt }),
  save: (before: Payout | undefined, after: Payout) =>
    inTransaction(database, { merchants: [merchantId] }, (sql) =>
      Promise.all(sendAll(sql, repository.writes([{ key: keyOfPayout(after), before, after, partition: 3 }]))),
    ),
};

testBackfill(payouts, {
  known: knownPayouts(seals),
  transact: (work) => inTransaction(database, { merchants: 'every' }, work),
});
