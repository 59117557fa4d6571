import { blocklistKey, keyOfKind, type BlocklistDataKind, type SealedCard } from '@payorch/contracts';
import { freshSchema } from '@payorch/harness';
import { Secret, type MerchantId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql, Statement } from '@payorch/platform/postgres';
import { inTransaction, isVersionConflict, openDatabase, sendAll } from '@payorch/platform/postgres';
import { createLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aCard, aPayment, rowParts } from '../../../test/builders';
import { PaymentTokens } from '../../payment-methods/domain/payment-tokens';
import { loadShared } from '../../payments/persistence/shared/shared';
import { database as schema } from '../../persistence/database';
import { addChunk, type BlocklistChunk } from '../domain/blocklist-chunk';
import type { BlocklistEntry } from '../domain/blocklist-entry';
import { BlocklistChunkStore } from './blocklist-chunk.store';
import { BlocklistStore } from './blocklist.store';

const merchantId = 'merchant_a' as MerchantId;
const other = 'merchant_b' as MerchantId;
const store = new BlocklistStore();
const chunks = new BlocklistChunkStore();
let seconds = 0;
const anEntry = (data: string, dataKind: BlocklistDataKind = 'card_bin', merchant = merchantId): BlocklistEntry => ({
  merchantId: merchant,
  dataKind,
  data,
  version: 1,
  removedAt: null,
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
  let jobs = 0;
  const aChunk = (entries: BlocklistEntry[], more: Partial<BlocklistChunk> = {}): BlocklistChunk => ({
    merchantId,
    jobId: `job_${++jobs}`,
    chunk: 0,
    expiresAt: new Date(Date.now() + 60_000),
    entries,
    ...more,
  });
  const keyOfChunk = ({ jobId, chunk }: BlocklistChunk) =>
    keyOfKind('blocklist_chunks', merchantId, `${jobId}:${chunk}`);
  const saveChunks = (...added: BlocklistChunk[]) =>
    write(chunks.writes(added.map((after) => ({ key: keyOfChunk(after), before: undefined, after, partition: 0 }))));
  const addChunks = (...entries: BlocklistEntry[][]) => saveChunks(...entries.map((some) => aChunk(some)));
  const loadChunk = async (one: BlocklistChunk) =>
    (await within((sql) => chunks.load(sql, [keyOfChunk(one)]))).get(keyOfChunk(one));

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

  it('has a chunk that was added, until the first batch with another after its expiry', async () => {
    const one = aChunk([anEntry('510001')], { jobId: 'job:with:colons', chunk: 7 });
    await saveChunks(one);
    expect(await loadChunk(one)).toEqual({ ...one, entries: [] });
    expect(await conflicts(saveChunks(one))).toBe(true);
    const expired = aChunk([], { expiresAt: new Date(Date.now() - 1_000) });
    await saveChunks(expired);
    await saveChunks(aChunk([]));
    expect([await loadChunk(expired), await loadChunk(one)]).toEqual([undefined, { ...one, entries: [] }]);
  });

  it('a chunk that is sent again restores no entry that was removed in between', async () => {
    const { dataKind, data, ...entry } = anEntry('520001');
    const one = aChunk([{ dataKind, data, ...entry }]);
    await saveChunks(one);
    const added = (await load({ dataKind, data, ...entry }))!;
    const removed = { ...added, version: added.version + 1, removedAt: added.createdAt };
    await save(added, removed);
    const stored = await loadChunk(one);
    const { jobId, chunk } = one;
    expect(addChunk(stored, { merchantId, jobId, chunk, entries: [{ dataKind, data }] }, new Date())).toBe(stored);
    // Another instance that does not know of it yet writes nothing either: its batch is repeated.
    expect(await conflicts(saveChunks(one))).toBe(true);
    expect(await load(added)).toEqual(removed);
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
      within((sql) =>
        loadShared(sql, batch, { ...rowParts, tokens, isGuarded: () => isGuarded, loading: Promise.resolve(loaded) }),
      );
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
      await loadShared(sql, [creating], { ...rowParts, tokens, isGuarded: () => false, loading });
      const unconfirmed = message('payment.create', { merchantId, confirm: false, fields: { card } });
      await loadShared(sql, [unconfirmed], { ...rowParts, tokens, isGuarded: () => true, loading });
      expect(query).not.toHaveBeenCalled();
    });
  });
});
