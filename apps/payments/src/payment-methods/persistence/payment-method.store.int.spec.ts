import { freshSchema, testSeals } from '@payorch/harness';
import { keyOfKind } from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import { newId, Secret } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { inTransaction, openDatabase, sendAll } from '@payorch/platform/postgres';
import { createLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aCard, later, merchantId } from '../../../test/fixtures';
import { aSavedCard, aSavedWallet, aWalletToken } from '../../../test/payment-methods';
import { database as schema } from '../../persistence/database';
import type { SavedPaymentMethod } from '../domain/payment-method';
import { PaymentTokens } from '../domain/payment-tokens';
import { findByCards, findByTokens } from './named-payment-methods';
import { PaymentMethodStore } from './payment-method.store';
import { BatchPaymentMethods, keyOfCustomers, paymentMethodWrites } from './payment-methods';
import { findCard, listActive } from './saved-payment-methods';

const seals = testSeals();
const store = new PaymentMethodStore(seals);
const tokens = new PaymentTokens([new Secret('01'.repeat(32))]);
let database: DataSource;
let drop: () => Promise<void>;

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

const within = <T>(work: (sql: Sql) => Promise<T>, merchants: readonly string[] = [merchantId]) =>
  inTransaction(database, { merchants }, work);
const keyOf = ({ paymentMethodId }: SavedPaymentMethod) => keyOfKind('payment_methods', merchantId, paymentMethodId);
const write = (before: SavedPaymentMethod | undefined, after: SavedPaymentMethod) =>
  within(async (sql) => {
    await Promise.all(sendAll(sql, store.writes([{ key: keyOf(after), before, after, partition: 0 }])));
  });
const load = async (saved: SavedPaymentMethod) =>
  (await within((sql) => store.load(sql, [keyOf(saved)], 'writing'))).get(keyOf(saved));
const inBatch = (change: (batch: BatchPaymentMethods) => void) =>
  within(async (sql) => {
    const batch = new BatchPaymentMethods();
    change(batch);
    await Promise.all(sendAll(sql, paymentMethodWrites(seals, batch)));
  });
const defaultOf = async (customerId: string) =>
  (
    await within((sql) =>
      sql.query<{ default_payment_method_id: string | null; version: number }>(
        'SELECT default_payment_method_id, version FROM customers WHERE customer_id = $1',
        [customerId],
      ),
    )
  )[0];

/** A stored card of a new customer. */
async function aStored(given: Partial<SavedPaymentMethod> = {}): Promise<SavedPaymentMethod> {
  const saved = aSavedCard({ paymentMethodId: newId('pm'), customerId: newId<CustomerId>('cus'), ...given });
  await within((sql) =>
    sql.query(
      `INSERT INTO customers (merchant_id, customer_id, details) VALUES ($1, $2, '{}') ON CONFLICT DO NOTHING`,
      [merchantId, saved.customerId],
    ),
  );
  await write(undefined, saved);
  return saved;
}

describe('a payment method in Postgres', () => {
  it('is read as it was written, also after a change', async () => {
    const saved = await aStored();
    expect(await load(saved)).toEqual({ ...saved, isDefault: true });
    const changed = { ...saved, version: 2, details: { ...saved.details, nickName: 'mine' }, clientSecret: null };
    await write(saved, changed);
    expect(await load(saved)).toEqual({ ...changed, isDefault: true });
  });

  it('is not written over a change of another instance', async () => {
    const saved = await aStored();
    await write(saved, { ...saved, version: 2 });
    await expect(write(saved, { ...saved, version: 2, status: 'inactive' })).rejects.toThrow();
    await expect(write(saved, { ...saved, isDeleted: true })).rejects.toThrow();
  });

  it('is the default of its customer until it is deleted', async () => {
    const saved = await aStored();
    const other = await aStored({ customerId: saved.customerId });
    await write(other, { ...other, version: 2, isDefault: true });
    expect(await load(other)).toMatchObject({ isDefault: true, hasOthers: true });
    expect(await load(saved)).toMatchObject({ isDefault: false });
    expect(await defaultOf(saved.customerId)).toEqual({ default_payment_method_id: other.paymentMethodId, version: 3 });
    const before = await load(other);
    await write(before, { ...before!, isDeleted: true });
    expect(await load(other)).toBeUndefined();
    expect(await defaultOf(saved.customerId)).toEqual({ default_payment_method_id: null, version: 4 });
  });

  it('is the default as the first active one of its customer, and a later one is not', async () => {
    const awaiting = await aStored({ status: 'awaiting_data' });
    const { customerId } = awaiting;
    expect(await defaultOf(customerId)).toMatchObject({ default_payment_method_id: null });
    const [first, second, later] = [1, 2, 3].map(() => aSavedCard({ paymentMethodId: newId('pm'), customerId }));
    await inBatch((batch) => {
      batch.save(first!);
      batch.save(second!);
    });
    const [smaller] = [first!.paymentMethodId, second!.paymentMethodId].sort();
    const byFirst = { default_payment_method_id: smaller, version: 2 };
    expect(await defaultOf(customerId)).toEqual(byFirst);
    await write(undefined, later!);
    await write(awaiting, { ...awaiting, version: 2, status: 'active' });
    expect(await defaultOf(customerId)).toEqual(byFirst);
  });

  it('is no default where the customer has chosen none of several', async () => {
    const saved = await aStored();
    await within((sql) =>
      sql.query('UPDATE customers SET default_payment_method_id = NULL WHERE customer_id = $1', [saved.customerId]),
    );
    await aStored({ customerId: saved.customerId });
    expect(await defaultOf(saved.customerId)).toMatchObject({ default_payment_method_id: null });
  });

  it('is created and deleted by one batch without a row', () =>
    expect(
      store.writes([{ key: 'k', before: undefined, after: aSavedCard({ isDeleted: true }), partition: 0 }]),
    ).toEqual([]));

  it('is invisible to a transaction of another merchant', async () => {
    const saved = await aStored();
    expect(await within((sql) => store.load(sql, [keyOf(saved)], 'writing'), ['merchant_b'])).toEqual(new Map());
  });
});

describe('a list', () => {
  it('has the active ones of the customer, the last used first', async () => {
    const first = await aStored();
    const of = { customerId: first.customerId };
    const second = await aStored({ ...of, lastUsedAt: later(1) });
    await aStored({ ...of, status: 'inactive', lastUsedAt: later(2) });
    await aStored();
    const list = async (limit: number | null) =>
      (await within((sql) => listActive(sql, seals, merchantId, first.customerId, limit))).map(
        (one) => one.paymentMethodId,
      );
    expect(await list(null)).toEqual([second.paymentMethodId, first.paymentMethodId]);
    await inBatch((batch) => batch.use(merchantId, first.paymentMethodId, later(5)));
    expect(await list(1)).toEqual([first.paymentMethodId]);
    expect(await list(0)).toEqual([]);
  });
});

describe('a payment', () => {
  it('seals what the merchant says of a card that it saves again', async () => {
    const saved = await aStored();
    const details = { ...saved.details, nickName: 'the red one', metadata: { note: 'Ada Lovelace' } };
    await inBatch((batch) => batch.save({ ...saved, modifiedAt: later(1) }, { isFirst: false, details }));
    expect((await load(saved))?.details).toEqual(details);
    const rows = await within((sql) =>
      sql.query('SELECT one::text FROM payment_methods one WHERE payment_method_id = $1', [saved.paymentMethodId]),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/red one|Lovelace/);
  });

  it('renews a card that it saves again only once the processor has accepted it', async () => {
    const saved = await aStored();
    const renewed = (status: 'active' | 'inactive') => ({
      ...saved,
      status,
      modifiedAt: later(1),
      method: { ...saved.method, card: { ...aCard, expiryYear: '40' } },
    });
    await inBatch((batch) => batch.save(renewed('inactive'), { isFirst: true, isRenewed: false }));
    expect(await load(saved)).toMatchObject({ status: 'active', version: 2, method: { card: { expiryYear: '30' } } });
    await inBatch((batch) => batch.save(renewed('active'), { isFirst: false, isRenewed: true }));
    expect(await load(saved)).toMatchObject({
      version: 3,
      method: { card: { expiryYear: '40' } },
      details: saved.details,
    });
    await inBatch((batch) => batch.save(saved, { isFirst: false, isRenewed: false }));
    expect(await load(saved)).toMatchObject({ method: { card: { expiryYear: '40' } } });
  });

  it('does not bring back a deleted payment method with a later outcome', async () => {
    const saved = await aStored();
    await write(saved, { ...saved, isDeleted: true });
    await inBatch((batch) => batch.save(saved, { isFirst: false }));
    expect(await load(saved)).toBeUndefined();
    await inBatch((batch) => batch.save(saved));
    expect(await load(saved)).toMatchObject({ version: 1, clientSecret: null });
  });

  it('does not touch another customer’s payment method', async () => {
    const saved = await aStored();
    await inBatch((batch) => batch.save({ ...saved, customerId: 'cus_thief' as CustomerId, status: 'inactive' }));
    expect(await load(saved)).toEqual({ ...saved, isDefault: true });
  });
});

describe('a payment method without its id', () => {
  const unnamed = { merchantId, paymentId: null, paymentMethodId: null, customerId: null };

  it('is found by a token of its customer, and by no other', async () => {
    const saved = await aStored();
    const token = tokens.tokenOf(saved, later(900));
    const find = (customerId: CustomerId | null, named = token) =>
      within((sql) => findByTokens(sql, seals, [{ ...unnamed, customerId, token: named }], tokens));
    const found = await find(saved.customerId);
    expect([...found.keys()]).toEqual([keyOfCustomers(merchantId, saved.customerId, token)]);
    expect([...found.values()]).toMatchObject([{ paymentMethodId: saved.paymentMethodId }]);
    const { customerId: other } = await aStored();
    expect(await find(other)).toEqual(new Map());
    expect(await find(null)).toEqual(new Map());
    expect(await find(saved.customerId, tokens.tokenOf(saved, later(901)).replace(/.$/, '_'))).toEqual(new Map());
    await write(saved, { ...saved, version: 2, status: 'inactive' });
    expect(await find(saved.customerId)).toEqual(new Map());
  });

  it('is found by the same card, for the customer of the payment method that awaits it too', async () => {
    const fingerprint = newId('fp');
    const method = { ...aSavedCard().method, card: { ...aCard, fingerprint } };
    const saved = await aStored({ method });
    const awaiting = await aStored({
      customerId: saved.customerId,
      status: 'awaiting_data',
      method: { ...method, card: null },
    });
    const find = (by: object) => within((sql) => findByCards(sql, seals, [{ ...unnamed, ...by, fingerprint }]));
    const expected = [[keyOfCustomers(merchantId, saved.customerId, fingerprint), saved.paymentMethodId]];
    for (const by of [{ customerId: saved.customerId }, { paymentMethodId: awaiting.paymentMethodId }])
      expect([...(await find(by))].map(([key, one]) => [key, one.paymentMethodId])).toEqual(expected);
    expect(await find({ customerId: 'cus_none' })).toEqual(new Map());
    const id = await within((sql) => findCard(sql, merchantId, saved.customerId, fingerprint));
    expect(id).toBe(saved.paymentMethodId);
  });

  it('is found by the same wallet token, whose expiry may change', async () => {
    const fingerprint = newId('fp');
    const { method } = aSavedWallet();
    const saved = await aStored({ method: { ...method, walletToken: { ...aWalletToken, fingerprint } } });
    const changed = {
      ...saved,
      version: 2,
      method: { ...saved.method, walletToken: { fingerprint, expiryMonth: '11', expiryYear: '40' } },
    };
    await write(saved, changed);
    const { customerId } = saved;
    const found = await within((sql) => findByCards(sql, seals, [{ ...unnamed, customerId, fingerprint }]));
    expect([...found.values()]).toEqual([{ ...changed, isDefault: true }]);
    expect(await within((sql) => findCard(sql, merchantId, customerId, fingerprint))).toBe(saved.paymentMethodId);
  });
});
