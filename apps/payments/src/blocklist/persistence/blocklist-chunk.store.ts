import { blocklistKey, keyOfKind, partsOfKey } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Sql, Statement, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, exactly, numbered } from '@payorch/platform/postgres';
import type { AggregateStore, Change } from '@payorch/platform/shell';
import type { BlocklistChunk } from '../domain/blocklist-chunk';
import { BlocklistChunkRow } from './blocklist-chunk.rows';
import { BlocklistRow } from './blocklist.rows';
import { entryToRow } from './blocklist.store';

const columns = columnsOf(BlocklistRow);
const chunkColumns = columnsOf(BlocklistChunkRow);

/** Expired chunks of each merchant with a chunk in the batch: at most so many. */
const prunedAtOnce = 1_000;

/** A chunk that another instance has added meanwhile repeats the batch. */
const addedStatement = numbered(`
  WITH added AS (${chunkColumns.insertFromJson} ON CONFLICT DO NOTHING RETURNING 1)
  SELECT ${exactly('(SELECT count(*) FROM added)', '$::int')}`);

/** In key order, so that two batches cannot deadlock. Entries that apply stay as they are. */
const entriesStatement = numbered(`
  ${columns.insertFromJson} ORDER BY ${columns.key}
  ON CONFLICT (${columns.key}) DO UPDATE SET
    version = blocklist.version + 1, created_at = excluded.created_at, removed_at = NULL
  WHERE blocklist.removed_at IS NOT NULL`);

/** By merchant and in the order of the index, whatever the statistics say. */
const pruneStatement = `
  DELETE FROM blocklist_chunks WHERE (${chunkColumns.key}) IN (
    SELECT expired.* FROM unnest($1::text[]) AS m (merchant_id) CROSS JOIN LATERAL (
      SELECT ${chunkColumns.key} FROM blocklist_chunks c
      WHERE c.merchant_id = m.merchant_id AND c.expires_at < now()
      ORDER BY c.expires_at LIMIT ${prunedAtOnce} FOR UPDATE SKIP LOCKED
    ) expired)`;

const keyOfChunk = ({ merchantId, jobId, chunk }: Pick<BlocklistChunk, 'merchantId' | 'jobId' | 'chunk'>): string =>
  keyOfKind('blocklist_chunks', merchantId, `${jobId}:${chunk}`);

/** The key columns of a chunk, from the key of its message. */
function columnsOfKey(key: string): readonly [merchantId: string, jobId: string, chunk: number] {
  const [merchantId, id] = partsOfKey(key);
  const colon = id.lastIndexOf(':');
  return [merchantId, id.slice(0, colon), Number(id.slice(colon + 1))];
}

/** Chunks of uploads. A row says that a chunk was added; its entries are rows of the blocklist. */
export class BlocklistChunkStore implements AggregateStore<BlocklistChunk, unknown> {
  async load(sql: Sql, keys: readonly string[]): Promise<ReadonlyMap<string, BlocklistChunk>> {
    const ids = keys.map(columnsOfKey);
    const rows = await sql.query<StoredRow<BlocklistChunkRow>>(
      `SELECT ${chunkColumns.list} FROM blocklist_chunks
       WHERE (merchant_id, job_id, chunk) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::int[]))`,
      [ids.map(([merchant]) => merchant), ids.map(([, job]) => job), ids.map(([, , chunk]) => chunk)],
    );
    return new Map(rows.map(fromRow).map((stored) => [keyOfChunk(stored), stored]));
  }

  /** One statement for the entries of all chunks of a batch, which may name one entry several times. */
  writes(changes: readonly Change<BlocklistChunk>[]): readonly Statement[] {
    if (changes.length === 0) return [];
    const added = changes.map(({ after }) => after);
    const entries = new Map(added.flatMap((one) => one.entries).map((entry) => [blocklistKey(entry), entry] as const));
    const rows = [...entries.values()].map(entryToRow);
    return [
      { text: addedStatement, params: [JSON.stringify(added.map(toRow)), added.length] },
      ...(rows.length > 0 ? [{ text: entriesStatement, params: [JSON.stringify(rows)] }] : []),
      { text: pruneStatement, params: [[...new Set(added.map(({ merchantId }) => merchantId))]] },
    ];
  }
}

const toRow = ({ merchantId, jobId, chunk, expiresAt }: BlocklistChunk) => ({
  merchant_id: merchantId,
  job_id: jobId,
  chunk,
  expires_at: expiresAt,
});

const fromRow = ({ merchant_id, job_id, chunk, expires_at }: StoredRow<BlocklistChunkRow>): BlocklistChunk => ({
  merchantId: merchant_id as MerchantId,
  jobId: job_id,
  chunk,
  entries: [],
  expiresAt: new Date(expires_at),
});
