import { payoutRedactCustomer } from '@payorch/contracts';
import { freshSchema, testSeals } from '@payorch/harness';
import type { CustomerId, MerchantId, PayoutId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { countOpenIncidents, resolveIncident } from '@payorch/platform/incidents';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { inTransaction, isVersionConflict, openDatabase, sendAll } from '@payorch/platform/postgres';
import type { MerchantSeals } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aPayout, after, fulfill, inState, later, merchantId, storedStates } from '../../test/builders';
import type { Payout } from '../domain/payout';
import type { PayoutState } from '../domain/payout.machine';
import { openStates } from '../domain/payout-states';
import { incidents } from '../ops/incidents';
import { waiting } from '../ops/waiting';
import { database as schema } from './database';
import { countByShown, findFilterValues, findPage } from './payout-list';
import { addMissingJobs, PayoutRepository } from './payout.repository';

const seals = testSeals() as unknown as MerchantSeals;
const repository = new PayoutRepository(seals);
const otherMerchant = 'merchant_b' as MerchantId;
const idOf = (name: string): PayoutId => `payout_${name.padEnd(23, '0')}` as PayoutId;

describe('payouts in Postgres', () => {
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

  const within = <T>(work: (sql: Sql) => Promise<T>, merchants: readonly string[] | 'every' = [merchantId]) =>
    inTransaction(database, { merchants }, work);
  const keyFor = ({ merchantId: merchant, payoutId }: Payout) => `${merchant}/${payoutId}`;
  const save = (before: Payout | undefined, next: Payout) =>
    within((sql) =>
      Promise.all(sendAll(sql, repository.writes([{ key: keyFor(next), before, after: next, partition: 3 }]))),
    );
  const load = async (payout: Payout, merchants?: readonly string[]) =>
    (await within((sql) => repository.load(sql, [keyFor(payout)], 'writing'), merchants)).get(keyFor(payout));
  const stored = async (name: string, payout: Payout): Promise<Payout> => {
    const named = { ...payout, payoutId: idOf(name), version: 1 };
    await save(undefined, named);
    return named;
  };

  it.each(storedStates.map((state) => [state]))('a payout in %s is the same after it was saved', async (state) => {
    const payout = await stored(`s_${state}`.slice(0, 23), inState(state));
    expect(await load(payout)).toEqual(payout);
  });

  it('another merchant neither sees nor changes it', async () => {
    const payout = await stored('own', aPayout.success());
    expect(await load(payout, [otherMerchant])).toBeUndefined();
    const moved = within(
      (sql) =>
        Promise.all(
          sendAll(
            sql,
            repository.writes([
              { key: keyFor(payout), before: payout, after: { ...payout, version: 2 }, partition: 3 },
            ]),
          ),
        ),
      [otherMerchant],
    );
    expect(isVersionConflict(await moved.catch((fault: unknown) => fault))).toBe(true);
  });

  it('a version is written once', async () => {
    const payout = await stored('once', aPayout.requires_fulfillment());
    const sent = after(fulfill(payout), payout, later(2));
    await save(payout, sent);
    expect(isVersionConflict(await save(payout, sent).catch((fault: unknown) => fault))).toBe(true);
    expect(isVersionConflict(await save(undefined, { ...payout, version: 1 }).catch((fault: unknown) => fault))).toBe(
      true,
    );
    expect(await load(payout)).toEqual(sent);
  });

  it('an open payout without a job gets one, another does not', async () => {
    await within((sql) => sql.query('DELETE FROM jobs'), 'every');
    const [open, ended] = [await stored('open', aPayout.fulfilling()), await stored('ended', aPayout.success())];
    await within(addMissingJobs(0), 'every');
    const jobs = await within(
      (sql) =>
        sql.query<{ key: string; data: object }>('SELECT key, data FROM jobs WHERE key = ANY($1)', [
          [keyFor(open), keyFor(ended)],
        ]),
      'every',
    );
    expect(jobs).toEqual([{ key: keyFor(open), data: { merchantId, payoutId: open.payoutId } }]);
  });

  it('an incident is opened once, listed, and resolved with a reason', async () => {
    const lost = await stored('lost', { ...aPayout.success(), incidents: ['reversed'] });
    await save(lost, { ...lost, version: 2, incidents: ['reversed', 'late_success'] });
    const found = await within((sql) => incidents.list(sql, false, 100), 'every');
    const own = found.data.filter(({ object_id }) => object_id === lost.payoutId);
    expect(own.map(({ kind, still_needs }) => [kind, still_needs]).sort()).toEqual([
      ['late_success', null],
      ['reversed', null],
    ]);
    const before = await within(countOpenIncidents, 'every');
    const resolution = { incidentId: own[0]!.incident_id, resolvedBy: 'ada', reason: 'seen at the processor' };
    expect(await within((sql) => resolveIncident(sql, resolution, 'req_1'), 'every')).toBeUndefined();
    expect(await within(countOpenIncidents, 'every')).toBe(before - 1);
  });

  it('what waits is listed with what it waits for', async () => {
    const expected: readonly (readonly [PayoutState, string])[] = [
      ['routing', 'worker'],
      ['fulfillment_pending', 'processor'],
      ['requires_vendor_account_creation', 'customer'],
      ['manual_review', 'operator'],
    ];
    for (const [state] of expected) await stored(`w_${state}`.slice(0, 23), { ...inState(state), incidents: [] });
    const page = await within((sql) => waiting.page(sql, 0, 1_000), 'every');
    for (const [state, waitsFor] of expected)
      expect(page.find(({ id }) => id === idOf(`w_${state}`.slice(0, 23)))).toMatchObject({
        state,
        waits_for: waitsFor,
      });
    expect(new Set(page.map(({ state }) => state))).toEqual(new Set(openStates));
    const totals = await within((sql) => waiting.totals(sql, 0), 'every');
    expect(totals.reduce((sum, { count }) => sum + count, 0)).toBe(page.length);
  });

  it('the payouts of a deleted customer are found page by page, in the order of their creation', async () => {
    const customerId = 'deleted' as CustomerId;
    for (const at of [1, 2, 3]) {
      const payout = aPayout.success();
      const fields = { ...payout.fields, customerId };
      await stored(`d${at}`, { ...payout, fields, createdAt: later(at) });
    }
    const pageAfter = async (last: number | null) => {
      const after = last === null ? null : { createdAt: later(last).toISOString(), payoutId: idOf(`d${last}`) };
      const data = { merchantId, customerId, after, isLast: false };
      const batch = [{ message: payoutRedactCustomer, data }] as unknown as Incoming[];
      const { pages } = await within((sql) => repository.loadShared(sql, batch));
      return pages.get(data)?.map(({ payoutId }) => payoutId);
    };
    expect(await pageAfter(null)).toEqual(['d1', 'd2', 'd3'].map(idOf));
    expect(await pageAfter(2)).toEqual([idOf('d3')]);
    // The key of a customer names no payout.
    const key = `${merchantId}/customers/${idOf('d1')}`;
    expect((await within((sql) => repository.load(sql, [key], 'writing'))).size).toBe(0);
  });

  describe('lists', () => {
    const noFilter = {
      createdFrom: null,
      createdTo: null,
      payoutId: null,
      merchantOrderReferenceId: null,
      profileId: null,
      customerId: null,
      amountFrom: null,
      amountTo: null,
      connectors: null,
      currencies: null,
      statuses: null,
      payoutTypes: null,
      entityTypes: null,
    };
    const ids = async (filters: object, page: object = {}) => {
      const query = { merchantId, filters: { ...noFilter, customerId: 'lists', ...filters } };
      const whole = { startingAfter: null, endingBefore: null, limit: 20, offset: 0, ...page };
      const { payouts, total } = await within((sql) => findPage(sql, seals, { ...query, ...whole }));
      return [payouts.map(({ payoutId }) => payoutId), total] as const;
    };
    const all = ['l3', 'l2', 'l1'].map(idOf);

    beforeAll(async () => {
      const made = [inState('success'), inState('requires_confirmation'), inState('fulfillment_pending')];
      for (const [at, payout] of made.entries()) {
        const fields = { ...payout.fields, customerId: 'lists', merchantOrderReferenceId: `order_${at + 1}` };
        await stored(`l${at + 1}`, { ...payout, fields, createdAt: later(at) });
      }
    });

    it('have the newest first, and pages after and before one of them', async () => {
      expect(await ids({})).toEqual([all, 3]);
      expect(await ids({}, { limit: 1, offset: 1 })).toEqual([[all[1]], 3]);
      expect(await ids({}, { startingAfter: all[0] })).toEqual([all.slice(1), 3]);
      expect(await ids({}, { endingBefore: all[2] })).toEqual([all.slice(0, 2), 3]);
    });

    it.each([
      [{ statuses: ['pending', 'success'] }, ['l3', 'l1']],
      [{ merchantOrderReferenceId: 'order_2' }, ['l2']],
      [{ connectors: ['full'] }, ['l3', 'l1']],
      [{ payoutTypes: ['card'] }, []],
      [{ entityTypes: ['Individual'], currencies: ['EUR'] }, ['l3', 'l2', 'l1']],
      [{ amountFrom: 6_541n }, []],
      [{ createdFrom: later(1).toISOString() }, ['l3', 'l2']],
    ])('filter by %j', async (filters, expected) => expect((await ids(filters))[0]).toEqual(expected.map(idOf)));

    it('count by status, and name the values that occur', async () => {
      const scope = { merchantId, profileId: null, createdFrom: null, createdTo: null };
      const counts = await within((sql) => countByShown(sql, scope));
      expect(counts.success).toBeGreaterThan(0);
      const values = await within((sql) => findFilterValues(sql, scope));
      expect(values).toMatchObject({ connector: ['full'], currency: ['EUR'], payout_method: ['bank'] });
      expect(new Set(values.status).size).toBe(values.status.length);
      expect(await within((sql) => countByShown(sql, { ...scope, profileId: 'pro_none' }))).toEqual({});
    });
  });
});
