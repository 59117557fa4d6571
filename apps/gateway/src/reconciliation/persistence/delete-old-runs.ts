import type { Database } from '../../persistence';

/** Deletes up to `limit` runs that began before; returns their number. */
export async function deleteOldRuns(
  database: Pick<Database, 'change'>,
  retentionMs: number,
  limit: number,
): Promise<number> {
  const deleted = await database.change('every', (sql) =>
    sql.query(
      `DELETE FROM reconciliations r USING (
         SELECT merchant_id, merchant_connector_id, run_id FROM reconciliations
         WHERE started_at < now() - make_interval(secs => $1::double precision / 1000) ORDER BY started_at LIMIT $2
       ) old
       WHERE r.merchant_id = old.merchant_id AND r.merchant_connector_id = old.merchant_connector_id AND r.run_id = old.run_id
       RETURNING r.run_id`,
      [retentionMs, limit],
    ),
  );
  return deleted.length;
}
