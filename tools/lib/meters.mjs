import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, memoryMiB } from './process-stats.mjs';

const transactionControl = '^(begin|start transaction|commit|rollback|savepoint|release)';

async function databaseCounts(client) {
  const { rows } = await client.query(
    `SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::float8 AS commits,
            (SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database())::float8 AS pages,
            (SELECT sum(calls) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
              WHERE d.datname = current_database() AND s.query !~* $1)::float8 AS queries`,
    [transactionControl],
  );
  return rows[0];
}

/** The total time of the worker's processor calls in ms, including preparatory calls of a payment. */
async function processorMs(apps) {
  const { url } = apps.find(({ name }) => name === 'connector-worker');
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  const sums = lines.filter((line) => line.startsWith('connector_call_duration_seconds_sum'));
  return sums.reduce((total, line) => total + 1000 * Number(line.split(' ').at(-1)), 0);
}

/** Meters of a system: CPU time of each process, commits and queries of the database. */
export async function openMeters({ apps, infrastructure }) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: infrastructure.databaseUrl });
  await client.connect();
  const processes = [...apps, ...infrastructure.servers, { name: 'load', pid: process.pid }];
  const read = async () => {
    const cpu = Object.fromEntries(processes.map(({ name, pid }) => [name, cpuMs(pid) ?? 0]));
    // Postgres sessions report their statistics about a second later.
    await sleep(1200);
    const counts = await databaseCounts(client).catch(() => ({ commits: 0, queries: 0, pages: 0 }));
    return { cpu, processorMs: await processorMs(apps), ...counts };
  };
  return {
    read,
    /** The superuser's connection, for other queries. */
    client,
    memory: () => Object.fromEntries(processes.map(({ name, pid }) => [name, memoryMiB(pid) ?? 0])),
    close: () => client.end(),
  };
}

/** Use per payment between two readings. */
export function perPayment(before, after, payments) {
  const each = (value) => (payments > 0 ? value / payments : 0);
  const cpu = Object.fromEntries(
    Object.keys(after.cpu).map((name) => [name, each(after.cpu[name] - before.cpu[name])]),
  );
  return {
    cpuMs: cpu,
    cpuMsTotal: Object.values(cpu).reduce((sum, one) => sum + one, 0),
    atProcessorMs: each(after.processorMs - before.processorMs),
    commits: each(after.commits - before.commits),
    pages: each(after.pages - before.pages),
    queries: each(after.queries - before.queries),
  };
}
