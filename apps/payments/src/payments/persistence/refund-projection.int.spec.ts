import type { RefundSnapshot } from '@payorch/contracts';
import { refundObject } from '@payorch/contracts';
import { freshSchema } from '@payorch/harness';
import { Secret } from '@payorch/kernel';
import type { RefundId } from '@payorch/kernel';
import { sendAll, inTransaction, openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aPayment, eur, firstAccount, merchantId, now, paymentId, profileId, seals } from '../../../test/builders';
import { activeAttempt } from '../domain/payment';
import { database as schema } from '../../persistence/database';
import { PaymentRepository } from './payment/payment.repository';
import { nothingShared } from './shared/shared';
import { saveRefunds } from './refund-projection';

const payment = aPayment.charged();
const repository = new PaymentRepository(seals);
const aRefund = (changes: Partial<RefundSnapshot> = {}): RefundSnapshot => ({
  merchantId,
  profileId,
  paymentId,
  attemptId: activeAttempt(payment).id,
  refundId: 'ref_1' as RefundId,
  version: 1,
  occurredAt: now.toISOString(),
  createdAt: now.toISOString(),
  status: 'pending',
  money: eur('1.00'),
  account: firstAccount,
  connectorRefundId: null,
  reason: null,
  metadata: null,
  splitRefunds: null,
  error: null,
  ...changes,
});

describe('the refunds projection of payments', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger });
    const change = {
      key: `${merchantId}/${paymentId}`,
      before: undefined,
      after: { ...payment, version: 1 },
      partition: 0,
    };
    await inTransaction(database, { merchants: [merchantId] }, async (sql) => {
      await Promise.all(sendAll(sql, repository.writes([change], nothingShared())));
    });
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  const keep = (...snapshots: RefundSnapshot[]) =>
    inTransaction(database, { merchants: [merchantId] }, (sql) => saveRefunds(sql, snapshots));
  const shown = async () =>
    (await inTransaction(database, { merchants: [merchantId] }, (sql) => repository.find(sql, merchantId, paymentId)))
      ?.refunds;

  it('stores the newest snapshot, whatever the order of arrival', async () => {
    const second = aRefund({ version: 2, status: 'succeeded', connectorRefundId: 're_1' });
    await keep(second, aRefund());
    await keep(aRefund());
    expect(await shown()).toEqual([refundObject(second)]);
    expect(JSON.stringify(await shown())).toBe(JSON.stringify([refundObject(second)]));
  });

  it('lists the refunds of a payment in the order of their creation', async () => {
    const later = new Date(now.getTime() + 1_000).toISOString();
    await keep(aRefund({ refundId: 'a_later_one' as RefundId, createdAt: later }));
    expect((await shown())?.map((refund) => refund['refund_id'])).toEqual(['ref_1', 'a_later_one']);
  });
});
