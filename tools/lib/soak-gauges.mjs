import { memoryMiB } from './process-stats.mjs';
import { readState } from './system.mjs';

/** Node measures the loop delay between two samples, and the apps sample every so many ms (`metrics.ts`). */
const sampleEveryMs = 100;

const gauges = {
  heapMiB: ['nodejs_heap_size_used_bytes', 2 ** -20],
  loopP99Ms: ['nodejs_eventloop_lag_p99_seconds', 1000, sampleEveryMs],
  loopMaxMs: ['nodejs_eventloop_lag_max_seconds', 1000, sampleEveryMs],
  handles: ['nodejs_active_resources_total', 1],
  openFiles: ['process_open_fds', 1],
};

/** The value of a gauge without labels, in Prometheus's text form. */
export const gaugeIn = (text, name) => {
  const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** The gauges of an app; the delays of its event loop are those since the last scrape. */
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

/** Reads the figures that must not grow in a long run: memory, event loop and handles of each process, rows and bytes of each table. */
export async function openGauges(system, layout) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: system.infrastructure.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return {
    async read() {
      // A restarted app has another process.
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
