import { blocklistKey, keyOfKind, type BlocklistDataKind, type SealedCard } from '@payorch/contracts';
import { freshSchema } from '@payorch/harness';
import { Secret, type MerchantId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql, Statement } from '@payorch/platform/postgres';
import { inTransaction, isVersionConflict, openDatabase, sendAll } from '@payorch/platform/postgres';
import { createLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aCard, aPayment } from '../../../test/builders';
import { PaymentTokens } from '../../payment-methods/domain/payment-tokens';
import { loadShared } from '../../payments/persistence/shared';
import { database as schema } from '../../persistence/database';
import type { BlocklistEntry } from '../domain/blocklist-entry';
import { BlocklistChunkStore } from './blocklist-chunk.store';
import { BlocklistStore } from './blocklist.store';

const merchantId = 'merchant_a' as MerchantId;
const other = 'merchant_b' as MerchantId;
const store = new BlocklistStore();
const chunks = new BlocklistChunkStore();
let seconds = 0;
const anEntry = (data: string, dataKind: BlocklistDataKind = 'card_bin', merchant = merchantId): BlocklistEntry => ({
  ...{ merchantId: merchant, dataKind, data, version: 1, removedAt: null },
  createdAt: new Date(Date.UTC(2026, 0, 5, 10, 0, ++seconds)),
});

describe('a blocklist in Postgres', () => {
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

  const within = <T>(work: (sql: Sql) => Promise<T>, merchants: readonly string[] = [merchantId, other]) =>
    inTransaction(database, { merchants }, work);
  const write = (statements: readonly Statement[]) => within((sql) => Promise.all(sendAll(sql, statements)));
  const save = (before: BlocklistEntry | undefined, after: BlocklistEntry) =>
    write(store.writes([{ key: blocklistKey(after), before, after, partition: 0 }]));
  const load = async (entry: BlocklistEntry) =>
    (await within((sql) => store.load(sql, [blocklistKey(entry)], 'writing'))).get(blocklistKey(entry));
  const list = (dataKind: BlocklistDataKind, page = { limit: 10, offset: 0 }) =>
    within((sql) => store.list(sql, { merchantId, dataKind }, page));
  const addChunks = (...entries: BlocklistEntry[][]) =>
    write(
      chunks.writes(
        entries.map((after, n) => {
          const key = keyOfKind('blocklist_chunks', merchantId, `job:${n}`);
          return { key, before: undefined, after, partition: 0 };
        }),
      ),
    );

  const conflicts = (saving: Promise<unknown>) => saving.then(() => false, isVersionConflict);

  it('stores an entry, also one whose data has the characters of a key', async () => {
    const entry = anEntry('a/b:c%d', 'payment_method');
    expect(await load(entry)).toBeUndefined();
    await save(undefined, entry);
    expect(await load(entry)).toEqual(entry);
    const removed = { ...entry, version: 2, removedAt: entry.createdAt };
    await save(entry, removed);
    expect(await load(entry)).toEqual(removed);
    expect(await conflicts(save(entry, { ...entry, version: 2 }))).toBe(true);
  });

  it('refuses a second row of one entry, so that the batch is repeated', async () => {
    const entry = anEntry('111111');
    await save(undefined, entry);
    expect(await conflicts(save(undefined, entry))).toBe(true);
  });

  it('lists the entries of one kind that apply, newest first, and counts them all', async () => {
    const [first, second, third] = [anEntry('30000001'), anEntry('30000002'), anEntry('30000003')].map((entry) => ({
      ...entry,
      dataKind: 'extended_card_bin' as const,
    }));
    for (const entry of [first!, second!, third!]) await save(undefined, entry);
    await save(undefined, { ...anEntry('30000004', 'extended_card_bin'), merchantId: other });
    await save(first!, { ...first!, version: 2, removedAt: first!.createdAt });
    expect(await list('extended_card_bin')).toEqual({ entries: [third, second], total: 2 });
    expect(await list('extended_card_bin', { limit: 1, offset: 1 })).toEqual({ entries: [second], total: 2 });
    expect(await list('extended_card_bin', { limit: 0, offset: 0 })).toEqual({ entries: [], total: 2 });
  });

  it('takes chunks of one batch that repeat each other and an entry, and adds a removed one anew', async () => {
    const [known, removed, fresh] = [anEntry('500001'), anEntry('500002'), anEntry('500003')];
    await save(undefined, known);
    await save(undefined, removed);
    await save(removed, { ...removed, version: 2, removedAt: removed.createdAt });
    const again = [known, removed, fresh].map((entry) => ({ ...entry, createdAt: new Date('2026-02-01T00:00:00Z') }));
    await addChunks(again, again);
    expect(await load(known)).toEqual(known);
    expect(await load(removed)).toEqual({ ...again[1], version: 3 });
    expect(await load(fresh)).toEqual(again[2]);
    await addChunks([]);
  });

  it('hides the entries of other merchants', async () => {
    const entry = anEntry('600001');
    await save(undefined, entry);
    const key = blocklistKey(entry);
    expect((await within((sql) => store.load(sql, [key], 'reading'), [other])).size).toBe(0);
  });

  describe('of a batch', () => {
    const message = (type: string, data: object) => ({ message: { type }, data }) as unknown as Incoming;
    const card = { ...aCard, bin: '700001', extendedBin: '70000111', fingerprint: 'fp_7' };
    const creating = message('payment.create', { merchantId, confirm: true, fields: { card } });
    const tokens = new PaymentTokens([new Secret('01'.repeat(32))]);
    const shared = (batch: readonly Incoming[], isGuarded = true, loaded = new Map<string, unknown>()) =>
      within((sql) => loadShared(sql, batch, { tokens, isGuarded: () => isGuarded, loading: Promise.resolve(loaded) }));
    const isBlocked = async (of: SealedCard, ...loading: Parameters<typeof shared>) =>
      (await shared(...loading)).blockedCards.has({ merchantId, card: of });

    it.each([
      ['its first six digits', 'card_bin', card.bin],
      ['its first eight digits', 'extended_card_bin', card.extendedBin],
      ['its fingerprint', 'payment_method', card.fingerprint],
    ] as const)('has a card by %s, and no longer once the entry is removed', async (_, kind, data) => {
      const entry = anEntry(data, kind);
      expect(await isBlocked(card, [creating])).toBe(false);
      await save(undefined, { ...entry, merchantId: other });
      expect(await isBlocked(card, [creating])).toBe(false);
      await save(undefined, entry);
      expect(await isBlocked(card, [creating])).toBe(true);
      expect(await isBlocked(card, [creating], false)).toBe(false);
      await save(entry, { ...entry, version: 2, removedAt: entry.createdAt });
      expect(await isBlocked(card, [creating])).toBe(false);
    });

    it('has the card of a stored payment that a message confirms without a card', async () => {
      await save(undefined, anEntry(aCard.fingerprint, 'payment_method'));
      const payment = aPayment.unconfirmed();
      const confirming = message('payment.confirm', { merchantId: payment.merchantId, fields: {} });
      const loaded = new Map<string, unknown>([[`${payment.merchantId}/${payment.paymentId}`, payment]]);
      expect(await isBlocked(aCard, [confirming], true, loaded)).toBe(true);
    });

    it('has the card of an earlier message of the batch', async () => {
      const earlier = message('payment.create', { merchantId, confirm: false, fields: { card } });
      const confirming = message('payment.confirm', { merchantId, fields: {} });
      expect(await isBlocked(card, [earlier, confirming])).toBe(false);
      await save(undefined, anEntry('fp_earlier', 'payment_method'));
      const other = { ...card, fingerprint: 'fp_earlier' };
      const withOther = message('payment.create', { merchantId, confirm: false, fields: { card: other } });
      expect(await isBlocked(other, [withOther, confirming])).toBe(true);
    });

    it('costs no query where no message confirms a payment of a guarded merchant', async () => {
      const query = jest.fn();
      const loading = Promise.resolve(new Map());
      const sql = { query } as unknown as Sql;
      await loadShared(sql, [creating], { tokens, isGuarded: () => false, loading });
      const unconfirmed = message('payment.create', { merchantId, confirm: false, fields: { card } });
      await loadShared(sql, [unconfirmed], { tokens, isGuarded: () => true, loading });
      expect(query).not.toHaveBeenCalled();
    });
  });
});
