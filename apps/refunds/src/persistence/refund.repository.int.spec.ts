import { connectorRefundOutcome, postCaptureVoidReserve, refundCheck } from '@payorch/contracts';
import { freshSchema } from '@payorch/harness';
import type { DisputeId, MerchantId, OperationId, PaymentId, RefundId } from '@payorch/kernel';
import { Secret, statesOf } from '@payorch/kernel';
import { countOpenIncidents } from '@payorch/platform/incidents';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { sendAll, inTransaction, isVersionConflict, openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import {
  aContext,
  aPendingReply,
  aRefund,
  after,
  receiveOutcome,
  later,
  merchantId,
  now,
  one,
  outcomes,
  paymentId,
  usd,
  refundRequestOf,
} from '../../test/builders';
import { requestRefund } from '../domain/decide/request-refund';
import { noteDispute } from '../domain/decide/note-dispute';
import { releaseVoid, reserveVoid } from '../domain/decide/reserve-void';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { refundMachine } from '../domain/refund.machine';
import { database as schema } from './database';
import { DomainTerms1795120000000 } from './migrations/1795120000000-domain-terms';
import { countByShown, findFilterValues, findPage } from './refund-list';
import type { Shared } from './refund.repository';
import { RefundRepository } from './refund.repository';
import { addMissingJobs } from './sweep';

const repository = new RefundRepository();
const shared = (): Shared => ({ payments: new Map(), incidents: [] });
const otherMerchant = 'merchant_b' as MerchantId;

describe('refunds in Postgres', () => {
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

  const within = <T>(work: (sql: Sql) => Promise<T>, merchants: readonly string[] | 'every' = [merchantId]) =>
    inTransaction(database, { merchants }, work);
  const keyFor = ({ merchantId: merchant, paymentId }: PaymentRefunds) => `${merchant}/${paymentId}`;
  const change = (before: PaymentRefunds | undefined, next: PaymentRefunds) => ({
    key: keyFor(next),
    before,
    after: next,
    partition: 3,
  });
  const save = (before: PaymentRefunds | undefined, next: PaymentRefunds, changes = shared()) =>
    within((sql) => Promise.all(sendAll(sql, repository.writes([change(before, next)], changes))));
  const conflicts = (saving: Promise<unknown>) => saving.then(() => false, isVersionConflict);
  const load = async (of: PaymentRefunds) =>
    (await within((sql) => repository.load(sql, [keyFor(of)]))).get(keyFor(of));

  let count = 0;
  /** A copy under new ids. */
  const fresh = (refunds: PaymentRefunds): PaymentRefunds => {
    count += 1;
    return {
      ...refunds,
      paymentId: `pay_${count}` as PaymentId,
      version: 1,
      refunds: refunds.refunds.map((refund, index) => ({ ...refund, id: `ref_${count}_${index}` as RefundId })),
    };
  };

  it.each(statesOf(refundMachine))('are loaded as they were saved: %s', async (state) => {
    const refunds = fresh(aRefund[state]());
    await save(undefined, refunds);
    expect(await load(refunds)).toEqual(refunds);
    const [refund] = refunds.refunds;
    const found = await within((sql) => repository.find(sql, merchantId, refund!.id));
    expect(found).toEqual({ paymentId: refunds.paymentId, refund });
  });

  it('survive the migration to the domain terms, with pending replies and counted syncs', async () => {
    const migrate = async (direction: 'up' | 'down') => {
      const runner = database.createQueryRunner();
      await runner.startTransaction();
      await new DomainTerms1795120000000()[direction](runner);
      await runner.commitTransaction();
      await runner.release();
    };
    const pending = fresh(aRefund.pending(aPendingReply()));
    const refunds = { ...pending, refunds: pending.refunds.map((refund) => ({ ...refund, syncCount: 3 })) };
    await save(undefined, refunds);
    await migrate('down');
    const keys = `SELECT jsonb_object_keys(body) AS key FROM refunds.refunds WHERE refund_id = $1`;
    const old = await within((sql) => sql.query<{ key: string }>(keys, [refunds.refunds[0]!.id]));
    expect(old.map(({ key }) => key)).toEqual(expect.arrayContaining(['asked', 'waiters']));
    await migrate('up');
    expect(await load(refunds)).toEqual(refunds);
  });

  it('refuse a concurrent change, and a refund id of another payment', async () => {
    const refunds = fresh(aRefund.pending());
    await save(undefined, refunds);
    expect(await conflicts(save(undefined, refunds))).toBe(true);
    const next = { ...refunds, version: 2 };
    await save(refunds, next);
    expect(await conflicts(save(refunds, next))).toBe(true);
    const other = { ...fresh(aRefund.pending()), refunds: refunds.refunds };
    expect(await conflicts(save(undefined, other))).toBe(true);
    expect(await load(other)).toBeUndefined();
  });

  it('never reserve more than the charge', async () => {
    const refunds = fresh(aRefund.pending());
    const twice = {
      ...refunds,
      refunds: [...refunds.refunds, { ...one(refunds, refunds.refunds[0]!.id), id: 'ref_twice' as RefundId }],
    };
    await expect(save(undefined, twice)).rejects.toThrow('balances_reserved');
  });

  it('are loaded as they were saved when a void reserves and releases the charge', async () => {
    const operationId = 'op_void' as OperationId;
    const voiding = fresh(after(reserveVoid(undefined, { merchantId, paymentId, operationId, charged: usd(10_000n) })));
    await save(undefined, voiding);
    expect(await load(voiding)).toEqual(voiding);
    const released = after(releaseVoid(voiding, { merchantId, paymentId, operationId }), voiding);
    await save(voiding, released);
    expect(await load(released)).toEqual(released);
  });

  it('are loaded as they were saved when disputes take of the charge, also before the first refund', async () => {
    const taken = { merchantId, paymentId, version: 1, charged: usd(10_000n), taken: usd(4_000n) };
    const disputed = fresh(after(noteDispute(undefined, { ...taken, disputeId: 'dp_1' as DisputeId })));
    await save(undefined, disputed);
    expect(await load(disputed)).toEqual(disputed);
    const both = after(noteDispute(disputed, { ...taken, disputeId: 'dp_2' as DisputeId }), disputed);
    await save(disputed, both);
    expect(await load(both)).toEqual(both);
  });

  it('never reserve only a part of the charge for a void', async () => {
    const refunds = fresh(aRefund.pending());
    await save(undefined, refunds);
    const half = `UPDATE balances SET reserved = 1, void_operation_id = 'op_void' WHERE payment_id = $1`;
    await expect(within((sql) => sql.query(half, [refunds.paymentId]))).rejects.toThrow('balances_void');
  });

  it('are read under the lock, so a concurrent reservation counts', async () => {
    const refunds = fresh(after(requestRefund(undefined, refundRequestOf(1_000n, 'x'), aContext())));
    await save(undefined, refunds);
    let locked = (): void => undefined;
    const isLocked = new Promise<void>((resolve) => (locked = resolve));
    const first = within(async (sql) => {
      const current = (await repository.load(sql, [keyFor(refunds)])).get(keyFor(refunds))!;
      locked();
      await new Promise((resolve) => setTimeout(resolve, 200));
      const next = after(requestRefund(current, refundRequestOf(6_000n, `${keyFor(current)}_a`), aContext()), current);
      await Promise.all(sendAll(sql, repository.writes([change(current, next)], shared())));
    });
    await isLocked;
    const second = within(async (sql) => {
      const current = (await repository.load(sql, [keyFor(refunds)])).get(keyFor(refunds))!;
      return requestRefund(current, refundRequestOf(6_000n, `${keyFor(current)}_b`), aContext());
    });
    await first;
    expect(await second).toMatchObject({ code: 'refund_exceeds_charged' });
  });

  it('are invisible to another merchant', async () => {
    const refunds = fresh(aRefund.success());
    await save(undefined, refunds);
    const [refund] = refunds.refunds;
    expect(await within((sql) => repository.find(sql, otherMerchant, refund!.id), [otherMerchant])).toBeUndefined();
    expect(await within((sql) => repository.find(sql, merchantId, refund!.id), [otherMerchant])).toBeUndefined();
  });

  it('give the payment of each refund that a batch names', async () => {
    const refunds = fresh(aRefund.success());
    await save(undefined, refunds);
    const id = refunds.refunds[0]!.id;
    const batch = [
      { message: refundCheck, data: { merchantId, refundId: id } },
      { message: refundCheck, data: { merchantId, refundId: 'unknown' } },
      { message: connectorRefundOutcome, data: { merchantId, refundId: 'of_an_outcome' } },
      { message: postCaptureVoidReserve, data: { merchantId } },
    ];
    const { payments } = await within((sql) => repository.loadShared(sql, batch as unknown as Incoming[]));
    expect([...payments]).toEqual([[`${merchantId}/${id}`, refunds.paymentId]]);
  });

  it('store an incident once', async () => {
    const refunds = fresh(aRefund.failure());
    const refundId = refunds.refunds[0]!.id;
    const withIncident = {
      ...shared(),
      incidents: [{ merchantId, paymentId: refunds.paymentId, refundId, kind: 'late_success' as const }],
    };
    await save(undefined, refunds, withIncident);
    await save(refunds, { ...refunds, version: 2 }, withIncident);
    expect(await within(countOpenIncidents, 'every')).toBe(1);
  });

  it('get a missing job only while they are open', async () => {
    const [open, ended] = [fresh(aRefund.manual_review()), fresh(aRefund.success())];
    await save(undefined, open);
    await save(undefined, ended);
    await within(addMissingJobs(60_000), 'every');
    const jobs = await within(
      (sql) => sql.query<{ id: string; partition: number }>('SELECT id, partition FROM jobs'),
      'every',
    );
    expect(jobs).toContainEqual({ id: `refunds.due/${keyFor(open)}`, partition: 3 });
    expect(jobs.map(({ id }) => id)).not.toContain(`refunds.due/${keyFor(ended)}`);
  });

  describe('in lists', () => {
    const lister = 'merchant_l' as MerchantId;
    const noFilters = {
      createdFrom: null,
      createdTo: null,
      paymentId: null,
      refundId: null,
      profileId: null,
      amountFrom: null,
      amountTo: null,
      connectors: null,
      merchantConnectorIds: null,
      currencies: null,
      statuses: null,
    };
    const scope = { merchantId: lister, profileId: null, createdFrom: null, createdTo: null };
    const idsOf = async (filters: object, page: object = {}) => {
      const query = { merchantId: lister, filters: { ...noFilters, ...filters }, limit: 10, offset: 0, ...page };
      const { refunds, total } = await within((sql) => findPage(sql, query as never), [lister]);
      return [refunds.map(({ refund }) => refund.id), total];
    };
    beforeAll(async () => {
      const first = after(requestRefund(undefined, refundRequestOf(300n, 'a', { merchantId: lister }), aContext()));
      const request = refundRequestOf(500n, 'b', { merchantId: lister });
      const both = after(requestRefund(first, request, aContext({ now: later(60) })), first, later(60));
      const refunded = { ...outcomes.refunded, money: one(both, 'a' as RefundId).money };
      const received = after(receiveOutcome(both, refunded, { refundId: 'a' as RefundId }), both);
      const writes = repository.writes([change(undefined, { ...received, version: 1 })], shared());
      await within((sql) => Promise.all(sendAll(sql, writes)), [lister]);
    });

    it.each<[string, object, string[]]>([
      ['no filter', {}, ['b', 'a']],
      ['a payment', { paymentId: 'pay_1' }, ['b', 'a']],
      ['a refund', { refundId: 'a' }, ['a']],
      ['a profile', { profileId: 'pro_x' }, []],
      ['a lowest amount', { amountFrom: 301n }, ['b']],
      ['a highest amount', { amountTo: 300n }, ['a']],
      ['statuses', { statuses: ['succeeded', 'review'] }, ['a']],
      ['connectors', { connectors: ['stripe_test'], merchantConnectorIds: ['mca_1'] }, ['b', 'a']],
      ['currencies', { currencies: ['EUR'] }, []],
      ['a time range', { createdFrom: later(1).toISOString(), createdTo: later(60).toISOString() }, ['b']],
    ])('are filtered by %s, newest first', async (_, filters, ids) => {
      expect(await idsOf(filters)).toEqual([ids, ids.length]);
    });

    it('come in pages with the total count', async () => {
      expect(await idsOf({}, { limit: 1 })).toEqual([['b'], 2]);
      expect(await idsOf({}, { limit: 1, offset: 1 })).toEqual([['a'], 2]);
    });

    it('are counted by the status of the interface', async () => {
      expect(await within((sql) => countByShown(sql, scope), [lister])).toEqual({ pending: 1, succeeded: 1 });
      const values = { connector: ['stripe_test'], currency: ['USD'], refund_status: ['pending', 'succeeded'] };
      expect(await within((sql) => findFilterValues(sql, scope), [lister])).toEqual(values);
      const past = { ...scope, createdTo: new Date(now.getTime() - 1).toISOString() };
      expect(await within((sql) => findFilterValues(sql, past), [lister])).toEqual({
        connector: [],
        currency: [],
        refund_status: [],
      });
    });
  });
});
