import type { PaymentFilters, PaymentListPage } from '@payorch/contracts';
import { freshSchema } from '@payorch/harness';
import type { CustomerId, MerchantId, PaymentId, ProfileId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { sendAll, inTransaction, openDatabase, reading } from '@payorch/platform/postgres';
import { createLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aPayment, merchantId, now, sum, seals } from '../../../../test/builders';
import type { Payment } from '../../domain/payment';
import { database as schema } from '../../../persistence/database';
import type { Place } from './payment-list';
import {
  countByStatus,
  countPayments,
  findFilterValues,
  findLink,
  findLinks,
  findPage,
  pageStatement,
} from './payment-list';
import { PaymentRepository } from '../payment/payment.repository';
import { nothingShared } from '../shared/shared';

let database: DataSource;
let drop: () => Promise<void>;
const many = 'merchant_of_many' as MerchantId;
const other = 'merchant_b' as MerchantId;

beforeAll(async () => {
  const fresh = await freshSchema('payments');
  drop = fresh.drop;
  const logger = createLogger({ service: 'payments', level: 'silent' });
  database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger });
});
afterAll(async () => {
  await database.destroy();
  await drop();
});

const all: PaymentFilters = {
  createdFrom: null,
  createdBefore: null,
  paymentId: null,
  profileId: null,
  customerId: null,
  customerEmail: null,
  merchantOrderReferenceId: null,
  amountFrom: null,
  amountTo: null,
  statuses: null,
  currencies: null,
  authenticationTypes: null,
  connectors: null,
  merchantConnectorIds: null,
  paymentMethods: null,
  paymentMethodTypes: null,
  cardNetworks: null,
  cardDiscoveries: null,
};
const newestFirst: PaymentListPage = {
  limit: 10,
  from: { kind: 'offset', offset: 0 },
  order: { on: 'created', by: 'desc' },
};

const minute = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

/** A payment of the builders under an id of its own, made at its own minute. */
function made(id: string, minutes: number, payment: Payment, changes: Partial<Payment> = {}): Payment {
  return {
    ...payment,
    paymentId: id as PaymentId,
    version: 1,
    createdAt: minute(minutes),
    ...changes,
    attempts: payment.attempts.map((attempt) => ({ ...attempt, id: `${id}_${attempt.number}` as never })),
  };
}

async function save(payment: Payment): Promise<void> {
  const change = { key: `${payment.merchantId}/${payment.paymentId}`, before: undefined, after: payment, partition: 1 };
  const repository = new PaymentRepository(seals);
  await inTransaction(database, { merchants: [payment.merchantId] }, async (sql) =>
    Promise.all(sendAll(sql, repository.writes([change], nothingShared()))),
  );
}

const idsOf = async (filters: Partial<PaymentFilters>, page: Partial<PaymentListPage> = {}, merchant = merchantId) => {
  const found = await reading(database, [merchant], (sql) =>
    findPage(sql, seals, merchant, { ...all, ...filters }, { ...newestFirst, ...page }),
  );
  return found?.map(({ paymentId }) => paymentId);
};

describe('a list of payments', () => {
  beforeAll(async () => {
    const other = { merchantId: 'merchant_b' as MerchantId };
    await save(made('p1', 1, aPayment.withoutMethod()));
    await save(
      made('p2', 2, aPayment.unconfirmed(), { customerId: 'cus_a' as CustomerId, customer: { email: 'a@b.c' } }),
    );
    await save(made('p3', 3, aPayment.charged(), { profileId: 'pro_2' as ProfileId }));
    await save(made('p4', 4, aPayment.charged(), { money: sum('99.00', 'USD'), amountReceived: null }));
    await save(made('p5', 4, aPayment.declined(), { details: { merchant_order_reference_id: 'o-1' } }));
    await save(made('p6', 6, aPayment.authorized(), { authenticationType: 'three_ds' }));
    await save(made('p7', 7, aPayment.charged(), other));
  });

  it('has the merchant’s own payments, newest first, in a stable order for equal times', async () => {
    expect(await idsOf({})).toEqual(['p6', 'p5', 'p4', 'p3', 'p2', 'p1']);
    expect(await idsOf({}, {}, 'merchant_b' as MerchantId)).toEqual(['p7']);
  });

  it('shows no payment of another merchant, whatever the filters', async () => {
    const foreign = await reading(database, ['merchant_b'], (sql) =>
      findPage(sql, seals, merchantId, all, newestFirst),
    );
    expect(foreign).toEqual([]);
    expect(await idsOf({ paymentId: 'p7' })).toEqual([]);
    expect(await idsOf({}, { from: { kind: 'after', paymentId: 'p7' } })).toBeUndefined();
  });

  it.each<[string, Partial<PaymentFilters>, string[]]>([
    ['a payment', { paymentId: 'p3' }, ['p3']],
    ['a customer', { customerId: 'cus_a' }, ['p2']],
    ['a profile', { profileId: 'pro_2' }, ['p3']],
    ['an e-mail', { customerEmail: 'a@b.c' }, ['p2']],
    ['an order', { merchantOrderReferenceId: 'o-1' }, ['p5']],
    ['statuses', { statuses: ['succeeded', 'failed'] }, ['p5', 'p4', 'p3']],
    ['currencies', { currencies: ['USD'] }, ['p4']],
    ['a minimum amount', { amountFrom: 1051 }, ['p4']],
    ['a maximum amount', { amountTo: 1050, currencies: ['EUR'], statuses: ['succeeded'] }, ['p3']],
    ['authentication', { authenticationTypes: ['three_ds'] }, ['p6']],
    ['connectors', { connectors: ['stripe_test'] }, ['p6', 'p5', 'p4', 'p3']],
    ['connector accounts', { merchantConnectorIds: ['mca_2'] }, []],
    ['methods', { paymentMethods: ['card'], customerId: 'cus_a' }, ['p2']],
    ['types of methods', { paymentMethodTypes: ['debit'] }, []],
    ['networks', { cardNetworks: ['Visa'] }, ['p6', 'p5', 'p4', 'p3', 'p2']],
    ['discovered cards', { cardDiscoveries: ['manual'] }, ['p6', 'p5', 'p4', 'p3']],
    ['a time', { createdFrom: minute(2).toISOString(), createdBefore: minute(4).toISOString() }, ['p3', 'p2']],
  ])('is narrowed to %s', async (_, filters, expected) => {
    expect(await idsOf(filters)).toEqual(expected);
    const count = await reading(database, [merchantId], (sql) =>
      countPayments(sql, seals, merchantId, { ...all, ...filters }),
    );
    expect(count).toBe(expected.length);
  });

  it.each<[string, Partial<PaymentListPage>, string[]]>([
    ['the first page', { limit: 2 }, ['p6', 'p5']],
    ['none', { limit: 0 }, []],
    ['by offset', { limit: 2, from: { kind: 'offset', offset: 3 } }, ['p3', 'p2']],
    ['after one', { limit: 2, from: { kind: 'after', paymentId: 'p5' } }, ['p4', 'p3']],
    ['before one, the nearest', { limit: 2, from: { kind: 'before', paymentId: 'p3' } }, ['p5', 'p4']],
    ['after the last', { from: { kind: 'after', paymentId: 'p1' } }, []],
    ['oldest first', { limit: 3, order: { on: 'created', by: 'asc' } }, ['p1', 'p2', 'p3']],
    ['highest amount first', { limit: 2, order: { on: 'amount', by: 'desc' } }, ['p4', 'p6']],
    ['changed last', { limit: 1, order: { on: 'modified', by: 'desc' } }, ['p6']],
    ['lowest amount first', { limit: 1, order: { on: 'amount', by: 'asc' } }, ['p1']],
  ])('is read in parts: %s', async (_, page, expected) => expect(await idsOf({}, page)).toEqual(expected));

  it('is counted by status, and has its occurring filter values', async () => {
    const overall = { merchantId, profileId: null, createdFrom: null, createdBefore: null };
    const [counts, ofProfile, values] = await reading(database, [merchantId], (sql) =>
      Promise.all([
        countByStatus(sql, { ...overall, createdBefore: minute(6).toISOString() }),
        countByStatus(sql, { ...overall, profileId: 'pro_2' }),
        findFilterValues(sql, overall),
      ]),
    );
    expect(counts).toEqual({ requires_payment_method: 1, requires_confirmation: 1, succeeded: 2, failed: 1 });
    expect(ofProfile).toEqual({ succeeded: 1 });
    expect(values).toEqual({
      connector: ['stripe_test'],
      currency: ['EUR', 'USD'],
      status: ['failed', 'requires_capture', 'requires_confirmation', 'requires_payment_method', 'succeeded'],
      payment_method: ['card'],
      payment_method_type: ['credit'],
      authentication_type: ['three_ds'],
    });
  });
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly Plan[];
}

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const literal = (value: unknown): string =>
  Array.isArray(value) ? `'{${value.join()}}'` : value === null ? 'NULL' : `'${String(value)}'`;

describe('payments with a link', () => {
  const link = { locale: 'en', origin: null, allowedDomains: null, config: { theme: '#fff' }, secureSecret: 's' };
  const linksOf = async (changes: Partial<Parameters<typeof findLinks>[3]> = {}, merchant = merchantId) => {
    const page = { createdFrom: null, createdBefore: null, profileId: null, limit: 10, offset: 0, ...changes };
    const found = await reading(database, [merchant], (sql) => findLinks(sql, seals, merchant, page));
    return found.map(({ paymentId }) => paymentId);
  };
  const find = (id: string, merchant = merchantId) =>
    reading(database, [merchant], (sql) => findLink(sql, seals, merchant, id));

  beforeAll(async () => {
    await save(made('l1', 101, aPayment.withoutMethod(), { link: { ...link, id: 'plink_1' } }));
    await save(
      made('l2', 102, aPayment.charged(), { link: { ...link, id: 'plink_2' }, profileId: 'pro_2' as ProfileId }),
    );
    await save(made('l3', 103, aPayment.withoutMethod(), { merchantId: other, link: { ...link, id: 'plink_1' } }));
  });

  it('are found by the id of their link, each merchant’s own', async () => {
    expect(await find('plink_1')).toMatchObject({ paymentId: 'l1', link: { ...link, id: 'plink_1' } });
    expect(await find('plink_1', other)).toMatchObject({ paymentId: 'l3' });
    expect(await find('plink_2', other)).toBeUndefined();
  });

  it('are listed, the newest first, within their bounds and their profile', async () => {
    expect(await linksOf()).toEqual(['l2', 'l1']);
    expect(await linksOf({ limit: 1, offset: 1 })).toEqual(['l1']);
    expect(await linksOf({ limit: 0 })).toEqual([]);
    expect(await linksOf({ profileId: 'pro_2' })).toEqual(['l2']);
    expect(await linksOf({ createdFrom: minute(102).toISOString() })).toEqual(['l2']);
    expect(await linksOf({ createdBefore: minute(102).toISOString() })).toEqual(['l1']);
    expect(await linksOf({}, other)).toEqual(['l3']);
  });

  it('keep their link in a sealed body', async () => {
    const [row] = await reading(database, [merchantId], (sql) =>
      sql.query<{ body: object }>('SELECT body FROM intents WHERE merchant_id = $1 AND payment_id = $2', [
        merchantId,
        'l1',
      ]),
    );
    expect(JSON.stringify(row!.body)).not.toContain('plink_1');
  });
});

/** How the server reads a page, as it does for the service: planned once for all values. */
async function planOf(filters: Partial<PaymentFilters>, page: Partial<PaymentListPage> = {}, place?: Place) {
  const statement = pageStatement(seals, many, { ...all, ...filters }, { ...newestFirst, ...page }, place);
  const [row] = await reading(database, [many], async (sql) => {
    const values = statement.values.map(literal).join();
    await sql.query(`PREPARE page AS ${statement.sql}`);
    const rows = await sql.query<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page (${values})`);
    await sql.query('DEALLOCATE page');
    return rows;
  });
  return nodesOf(row!['QUERY PLAN'][0]!.Plan);
}

describe('among 100,000 payments', () => {
  beforeAll(async () => {
    await inTransaction(database, { merchants: [many] }, async (sql) => {
      await sql.query(
        `INSERT INTO intents SELECT $1, 'p' || n, CASE WHEN n % 1000 = 0 THEN 'pro_rare' ELSE 'pro_1' END, 1, 0, 'succeeded', n, n, 0, n,
           'EUR', CASE WHEN n % 2000 = 0 THEN 'cus_rare' END, timestamptz '2026-01-01' + n * interval '1 second', now(), now(), '{}'
         FROM generate_series(1, 100000) n`,
        [many],
      );
      await sql.query(
        `INSERT INTO attempts SELECT $1, 'p' || n || '_1', 'p' || n, 1, 'charged', 0, 0, 'stripe_test', 'mca_1', 'ref', now(), now(), '{}'
         FROM generate_series(1, 100000) n`,
        [many],
      );
      await sql.query('ANALYZE intents; ANALYZE attempts');
    });
  });

  const middle = { created_at: '2026-01-01 13:53:20+00', payment_id: 'p50000' };
  const after = { from: { kind: 'after', paymentId: 'p50000' } } as const;
  const before = { from: { kind: 'before', paymentId: 'p50000' } } as const;
  it.each<[string, string, Parameters<typeof planOf>]>([
    ['the newest', 'intents_by_creation', [{}]],
    ['those after one in the middle', 'intents_by_creation', [{}, after, middle]],
    ['those before it', 'intents_by_creation', [{}, before, middle]],
    ['those of a time', 'intents_by_creation', [{ createdBefore: '2026-01-01T13:53:20Z' }]],
    ['a customer’s', 'intents_by_customer', [{ customerId: 'cus_rare' }]],
    ['a profile’s', 'intents_by_profile', [{ profileId: 'pro_rare' }]],
    ['one', 'intents_pkey', [{ paymentId: 'p77' }]],
    ['those in a status', 'intents_by_creation', [{ statuses: ['succeeded'] }]],
    ['those at a connector', 'intents_by_creation', [{ connectors: ['stripe_test'] }]],
  ])('%s are found by %s, and no more are read than shown', async (_, index, query) => {
    const nodes = await planOf(...query);
    const ofIntents = nodes.filter((node) => node['Index Name']?.startsWith('intents'));
    expect(ofIntents.map((node) => node['Index Name'])).toEqual([index]);
    expect(ofIntents[0]!['Actual Rows']).toBeLessThanOrEqual(10);
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  });
});
