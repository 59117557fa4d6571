import { blocklistKey } from '@payorch/contracts';
import type { Sql, Statement } from '@payorch/platform/postgres';
import { columnsOf, numbered } from '@payorch/platform/postgres';
import type { AggregateStore, Change } from '@payorch/platform/shell';
import type { BlocklistEntry } from '../domain/blocklist-entry';
import { BlocklistRow } from './blocklist.rows';
import { entryToRow } from './blocklist.store';

const columns = columnsOf(BlocklistRow);

/** In key order, so that two batches cannot deadlock. Entries that apply stay as they are. */
const addStatement = numbered(`
  ${columns.insertFromJson} ORDER BY ${columns.key}
  ON CONFLICT (${columns.key}) DO UPDATE SET
    version = blocklist.version + 1, created_at = excluded.created_at, removed_at = NULL
  WHERE blocklist.removed_at IS NOT NULL`);

/**
 * Chunks of uploads. A chunk has no row of its own: its entries are its rows, so a repeated chunk changes nothing.
 */
export class BlocklistChunkStore implements AggregateStore<readonly BlocklistEntry[], unknown> {
  load(_sql: Sql, _keys: readonly string[]): Promise<ReadonlyMap<string, readonly BlocklistEntry[]>> {
    return Promise.resolve(new Map());
  }

  /** One statement for all chunks of a batch, which may name one entry several times. */
  writes(changes: readonly Change<readonly BlocklistEntry[]>[]): readonly Statement[] {
    const entries = new Map(
      changes.flatMap(({ after }) => after.map((entry) => [blocklistKey(entry), entry] as const)),
    );
    const rows = [...entries.values()].map(entryToRow);
    return rows.length > 0 ? [{ text: addStatement, params: [JSON.stringify(rows)] }] : [];
  }
}
