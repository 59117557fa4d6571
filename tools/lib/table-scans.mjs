const question = `
  SELECT schemaname || '.' || relname AS name, seq_scan::float8 AS scans, seq_tup_read::float8 AS rows_read,
         n_live_tup::float8 AS live
  FROM pg_stat_user_tables`;

const byName = (rows) => new Map(rows.map((row) => [row.name, row]));

/** Rows that an average sequential scan of each table read between two looks. */
export function rowsPerScan(before, after) {
  return [...after.values()].flatMap(({ name, scans, rows_read: rowsRead }) => {
    const was = before.get(name) ?? { scans: 0, rows_read: 0 };
    const count = scans - was.scans;
    return count > 0 ? [{ name, count, rows: (rowsRead - was.rows_read) / count }] : [];
  });
}

const worse = (one, other) => (other && other.rows >= (one?.rows ?? 0) ? other : one);

/**
 * Looks at the tables' own counters every now and then. `worst` is the sequential scan that read the most rows: none of
 * them may grow with its table.
 */
export async function watchScans(client, { everyMs = 2_000 } = {}) {
  const look = async () => byName((await client.query(question)).rows);
  let last = await look();
  let worst;
  let running = Promise.resolve();
  const sample = async () => {
    const next = await look();
    for (const scan of rowsPerScan(last, next)) worst = worse(worst, scan);
    last = next;
  };
  const timer = setInterval(() => (running = running.then(sample).catch(() => undefined)), everyMs);
  return {
    /** Live rows of these tables, in all schemas together. */
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
