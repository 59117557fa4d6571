import { memoryMiB } from './process-stats.mjs';
import { readState } from './system.mjs';

/** Node counts a delay from one look at the loop to the next, and the apps look once in so many ms (`metrics.ts`). */
const lookEveryMs = 100;

const gauges = {
  heapMiB: ['nodejs_heap_size_used_bytes', 2 ** -20],
  loopP99Ms: ['nodejs_eventloop_lag_p99_seconds', 1000, lookEveryMs],
  loopMaxMs: ['nodejs_eventloop_lag_max_seconds', 1000, lookEveryMs],
  handles: ['nodejs_active_resources_total', 1],
  openFiles: ['process_open_fds', 1],
};

/** The value of a gauge without labels, in Prometheus's text form. */
export const gaugeIn = (text, name) => {
  const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** What an app says of itself; the delays of its event loop are those since it was last asked. */
async function processGauges({ name, url }, adminApiKey) {
  const headers = name === 'gateway' ? { 'api-key': adminApiKey } : {};
  const answer = await fetch(`${url}/metrics`, { headers }).catch(() => undefined);
  const text = answer?.ok ? await answer.text() : '';
  return Object.fromEntries(
    Object.entries(gauges).map(([gauge, [metric, unit, less = 0]]) => [
      gauge,
      Math.max(0, (gaugeIn(text, metric) ?? NaN) * unit - less),
    ]),
  );
}

const tableSizes = `
  SELECT schemaname || '.' || relname AS name, n_live_tup::float8 AS rows,
         pg_total_relation_size(relid)::float8 AS bytes, n_dead_tup::float8 AS dead
    FROM pg_stat_user_tables ORDER BY 1`;

/** Reads what a long run must not let grow: memory, event loop and handles of each process, rows and bytes of each table. */
export async function openGauges(system, layout) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: system.infrastructure.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return {
    async read() {
      // An app that was started again has another process now.
      const { apps, infrastructure } = readState(layout) ?? system;
      const processes = await Promise.all(
        apps.map(async (app) => ({
          name: app.name,
          pid: app.pid,
          memoryMiB: memoryMiB(app.pid) ?? NaN,
          ...(await processGauges(app, system.adminApiKey)),
        })),
      );
      const servers = infrastructure.servers.map(({ name, pid }) => ({ name, pid, memoryMiB: memoryMiB(pid) ?? NaN }));
      const { rows: tables } = await client.query(tableSizes);
      return { processes: [...processes, ...servers], tables };
    },
    close: () => client.end(),
  };
}
