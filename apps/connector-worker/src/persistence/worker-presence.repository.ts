import { inOneTrip, inTransaction, reading } from '@payorch/platform/postgres';
import type { DataSource } from 'typeorm';

/** Longer than a worker can be frozen and still refresh its presence. */
const retainedFor = '1 hour';

/** What present workers have joined, by the database's clock alone. The column has its name from before there were lanes. */
export class WorkerPresenceRepository {
  constructor(private readonly database: DataSource) {}

  async refresh(instance: string, joined: readonly string[]): Promise<void> {
    await inOneTrip(
      this.database,
      { merchants: [], commit: 'asynchronous' },
      `INSERT INTO worker_presence (instance, connectors) VALUES ($1, $2::text[])
       ON CONFLICT (instance) DO UPDATE SET connectors = excluded.connectors, seen_at = clock_timestamp()`,
      [instance, joined],
    );
  }

  /** Removes this instance, and instances without a refresh for a long time. */
  async remove(instance: string): Promise<void> {
    await inTransaction(this.database, { merchants: [] }, (sql) =>
      sql.query('DELETE FROM worker_presence WHERE instance = $1 OR seen_at < now() - $2::interval', [
        instance,
        retainedFor,
      ]),
    );
  }

  async joined(seenWithinMs: number): Promise<ReadonlySet<string>> {
    const rows = await reading(this.database, [], (sql) =>
      sql.query<{ joined: string }>(
        `SELECT DISTINCT unnest(connectors) AS joined FROM worker_presence
         WHERE seen_at > clock_timestamp() - make_interval(secs => $1::double precision / 1000)`,
        [seenWithinMs],
      ),
    );
    return new Set(rows.map(({ joined }) => joined));
  }
}
