import type { Sql } from '@payorch/platform/postgres';
import type { Cursor } from '@payorch/platform/rewrap';

/**
 * Rows that changed within this time before the mark have their events on the lifecycle topic, from which they are copied: it
 * retains them for longer, and no transaction and no difference between clocks lasts as long.
 */
const copied = `interval '1 hour'`;

/** How far the backfill of one topic is. */
export interface BackfillPosition {
  readonly topic: string;
  /** Objects that changed later are copied from their lifecycle topic. */
  readonly before: string;
  readonly after: Cursor;
  readonly unreadable: number;
  readonly isOpen: boolean;
}

interface Stored extends Omit<BackfillPosition, 'after'> {
  readonly afterMerchant: string;
  readonly afterId: string;
}

/** Marks the topics that are not marked yet: their backfill has the objects from before. */
export async function markTopics(sql: Sql, topics: readonly string[]): Promise<void> {
  await sql.query('INSERT INTO snapshot_backfills (topic) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [topics]);
}

export async function readPositions(sql: Sql, topics: readonly string[]): Promise<readonly BackfillPosition[]> {
  const rows = await sql.query<Stored>(
    `SELECT topic, (began_at - ${copied})::text AS before, after_merchant AS "afterMerchant", after_id AS "afterId",
       unreadable, finished_at IS NULL AS "isOpen"
     FROM snapshot_backfills WHERE topic = ANY($1::text[]) ORDER BY array_position($1::text[], topic)`,
    [topics],
  );
  return rows.map(({ afterMerchant, afterId, ...position }) => ({ ...position, after: [afterMerchant, afterId] }));
}

export interface Progress {
  readonly after: Cursor;
  readonly published: number;
  readonly unreadable: number;
  readonly isFinished: boolean;
}

export async function writeProgress(sql: Sql, topic: string, progress: Progress): Promise<void> {
  await sql.query(
    `UPDATE snapshot_backfills SET after_merchant = $2, after_id = $3, published = published + $4::int,
       unreadable = unreadable + $5::int, finished_at = CASE WHEN $6::boolean THEN now() END
     WHERE topic = $1`,
    [topic, ...progress.after, progress.published, progress.unreadable, progress.isFinished],
  );
}
