import { isRefusal, type OwnRecordPage } from '@payorch/contracts';
import { freshSchema, testSeals } from '@payorch/harness';
import type { MerchantId, PayoutId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { inTransaction, openDatabase, reading, sendAll } from '@payorch/platform/postgres';
import type { WantedRecords } from '@payorch/platform/resources';
import type { MerchantSeals } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { first, inState, merchantId, now, storedStates } from '../../test/builders';
import { attemptOf } from '../domain/payout';
import { database as schema } from '../persistence/database';
import { PayoutRepository } from '../persistence/payout.repository';
import { payoutRecords, payoutShownAs } from './payout-records';

const repository = new PayoutRepository(testSeals() as unknown as MerchantSeals);
const idOf = (name: string): PayoutId => `payout_${name}` as PayoutId;

describe('records of payouts', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
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

  async function list(wanted: WantedRecords['wanted'], of: Partial<WantedRecords> = {}): Promise<OwnRecordPage> {
    const about = { merchantId, merchantConnectorId: first.merchantConnectorId, ...of, wanted };
    const page = await reading(database, [about.merchantId], (sql) => payoutRecords.list(sql, about));
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

  it('every state of a payout is shown as a state of a record, or as nothing', () => {
    const shown: Record<string, string[]> = {};
    for (const state of storedStates) (shown[payoutShownAs(state)] ??= []).push(state);
    expect(shown).toEqual({
      not_sent: ['requires_payout_method_data', 'requires_confirmation'],
      preparing: [
        ...['routing', 'checking_eligibility', 'creating_recipient', 'creating_recipient_account'],
        'requires_vendor_account_creation',
      ],
      pending: [
        ...['creating', 'creation_pending', 'requires_fulfillment', 'fulfilling', 'fulfillment_pending', 'initiated'],
        ...['cancelling_creation', 'cancelling_created', 'cancelling_fulfillment', 'cancelling_initiated'],
        'manual_review',
      ],
      succeeded: ['success'],
      failed: ['failed', 'ineligible', 'expired', 'reversed'],
      canceled: ['cancelled'],
    });
  });

  it('of all states, those that a processor may have are listed, and found by their names', async () => {
    const payouts = storedStates.map((state) => ({ ...inState(state), payoutId: idOf(state), version: 1 }));
    await inTransaction(database, { merchants: [merchantId] }, (sql) =>
      Promise.all(
        sendAll(
          sql,
          repository.writes(
            payouts.map((after) => ({
              key: `${merchantId}/${after.payoutId}`,
              before: undefined,
              after,
              partition: 3,
            })),
          ),
        ),
      ),
    );
    const { records } = await list(ofToday);
    const listed = records.map(({ internalState }) => internalState);
    expect(listed).toEqual(expect.arrayContaining(['creating', 'fulfilling', 'initiated', 'manual_review', 'success']));
    expect(listed).toEqual(expect.not.arrayContaining(['requires_confirmation', 'routing', 'creating_recipient']));
    expect(records.find(({ internalState }) => internalState === 'success')).toMatchObject({
      kind: 'payout',
      objectId: idOf('success'),
      state: 'succeeded',
      moved: 6540,
      isWaiting: false,
    });
    const operation = attemptOf(payouts.find(({ state }) => state === 'fulfilling')!)!.operation;
    const byOperation = await list(named([], [operation]));
    expect(byOperation.records.map(({ internalState }) => internalState)).toContain('fulfilling');
    const byId = await list(named([], [idOf('routing'), idOf('requires_confirmation')]));
    expect(byId.records).toMatchObject([{ internalState: 'routing', state: 'pending', isWaiting: true }]);
    const reference = records.find(({ internalState }) => internalState === 'success')!.reference!;
    expect((await list(named([reference], []))).records.length).toBeGreaterThan(0);
    expect(await list(named([reference], [idOf('success')]), { merchantId: 'merchant_b' as MerchantId })).toEqual({
      records: [],
      next: null,
    });
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
