import { topics } from '@payorch/contracts';
import { freshSchema, testBackfill } from '@payorch/harness';
import type { PaymentId, RefundId } from '@payorch/kernel';
import { keyOf, newId, Secret } from '@payorch/kernel';
import { inTransaction, openDatabase, sendAll } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aRefund, merchantId, noRule } from '../../test/builders';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { database as schema } from '../persistence/database';
import { RefundRepository } from '../persistence/refund.repository';
import { knownRefunds } from './known-refunds';

const known = knownRefunds(noRule);
const repository = new RefundRepository();

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

/** A payment with one refund. */
const made = (modifiedAt: Date): PaymentRefunds => {
  const refunds = aRefund.pending();
  const one = { ...refunds.refunds[0]!, id: newId<RefundId>('ref'), version: 1, modifiedAt };
  return { ...refunds, paymentId: newId<PaymentId>('pay'), version: 1, refunds: [one] };
};
const save = (changes: readonly (readonly [PaymentRefunds | undefined, PaymentRefunds])[]) =>
  inTransaction(database, { merchants: [merchantId] }, (sql) => {
    const written = changes.map(([before, after]) => {
      return { key: keyOf(merchantId, after.paymentId), before, after, partition: 3 };
    });
    return Promise.all(sendAll(sql, repository.writes(written, { payments: new Map(), incidents: [] })));
  });

const refunds = {
  topic: topics.refundsPublicSnapshots.name,
  made,
  keyOf: ({ refunds: [refund] }: PaymentRefunds) => keyOf(merchantId, refund!.id),
  next: (state: PaymentRefunds, modifiedAt: Date): PaymentRefunds => ({
    ...state,
    version: 2,
    refunds: state.refunds.map((refund) => ({ ...refund, version: 2, modifiedAt })),
  }),
  save: (before: PaymentRefunds | undefined, after: PaymentRefunds) => save([[before, after]]),
};

testBackfill(refunds, {
  known,
  transact: (work) => inTransaction(database, { merchants: 'every' }, work),
});
