import { blocklistKey, keyOfKind } from '@payorch/contracts';
import { freshSchema, testPlans } from '@payorch/harness';
import { Secret, type MerchantId } from '@payorch/kernel';
import { inTransaction, openDatabase, sendAll } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aCard } from '../../../test/fixtures';
import { database as schema } from '../../persistence/database';
import type { BlocklistEntry } from '../domain/blocklist-entry';
import { findBlockedCards } from './blocked-cards';
import { BlocklistChunkStore } from './blocklist-chunk.store';
import { BlocklistStore } from './blocklist.store';

const merchantId = 'merchant_a' as MerchantId;
const store = new BlocklistStore();
const chunks = new BlocklistChunkStore();

describe('the statements of a blocklist', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let count = 0;

  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    // One connection: its statements have plans for empty tables.
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger, poolSize: 1 });
    await database.query('ANALYZE');
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  const within = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
    inTransaction(database, { merchants: [merchantId] }, work);
  const entry = (): BlocklistEntry => ({
    merchantId,
    dataKind: 'payment_method',
    data: `fp_${++count}`,
    version: 1,
    removedAt: null,
    createdAt: new Date(count),
  });
  const created = (after: BlocklistEntry) => ({ key: blocklistKey(after), before: undefined, after, partition: 0 });

  /** The statements of a batch of commands, of a chunk, and of a batch of confirmations. */
  async function handle(size: number): Promise<void> {
    const [single, bulk] = [Array.from({ length: size }, entry), Array.from({ length: size }, entry)];
    const cards = single.map(({ data }) => ({ merchantId, card: { ...aCard, fingerprint: data } }));
    const chunk = {
      key: keyOfKind('blocklist_chunks', merchantId, `j:${++count}`),
      before: undefined,
      after: { merchantId, jobId: 'j', chunk: count, expiresAt: new Date(Date.now() + 60_000), entries: bulk },
      partition: 0,
    };
    await within(async (sql) => {
      await store.load(sql, single.map(blocklistKey), 'writing');
      await chunks.load(sql, [chunk.key]);
      await Promise.all(sendAll(sql, [...store.writes(single.map(created)), ...chunks.writes([chunk])]));
    });
    const found = await within((sql) => findBlockedCards(sql, new Set([merchantId]), cards));
    expect(cards.every((card) => found.has(card))).toBe(true);
  }
  testPlans({
    runQuery: (text) => database.query(text),
    handle,
    // No chunk is expired here, so none is read by its key.
    indexes: { blocklist: ['blocklist_pkey'], blocklist_chunks: ['blocklist_chunks_expiry'] },
  });
});
