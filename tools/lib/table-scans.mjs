const tableCounters = `
  SELECT schemaname || '.' || relname AS name, seq_scan::float8 AS scans, seq_tup_read::float8 AS rows_read,
         n_live_tup::float8 AS live
  FROM pg_stat_user_tables`;

const byName = (rows) => new Map(rows.map((row) => [row.name, row]));

/** The average rows per sequential scan of each table between two readings. */
export function rowsPerScan(before, after) {
  return [...after.values()].flatMap(({ name, scans, rows_read: rowsRead }) => {
    const was = before.get(name) ?? { scans: 0, rows_read: 0 };
    const count = scans - was.scans;
    return count > 0 ? [{ name, count, rows: (rowsRead - was.rows_read) / count }] : [];
  });
}

const worse = (one, other) => (other && other.rows >= (one?.rows ?? 0) ? other : one);

/**
 * Polls the counters of all tables. `read` returns the sequential scan that read the most rows since the last call: no scan may
 * grow with its table.
 */
export async function watchScans(client, { everyMs = 2_000 } = {}) {
  const readCounters = async () => byName((await client.query(tableCounters)).rows);
  let last = await readCounters();
  let worst;
  let running = Promise.resolve();
  const sample = async () => {
    const next = await readCounters();
    for (const scan of rowsPerScan(last, next)) worst = worse(worst, scan);
    last = next;
  };
  const timer = setInterval(() => (running = running.then(sample).catch(() => undefined)), everyMs);
  return {
    /** Live rows of the tables with this name, in all schemas. */
    rowsOf: (table) =>
      [...last.values()].filter(({ name }) => name.endsWith(`.${table}`)).reduce((sum, { live }) => sum + live, 0),
    async read() {
      await (running = running.then(sample));
      const result = worst;
      worst = undefined;
      return result;
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
