import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startInfra, stopInfra } from './infra.mjs';
import { closedLoop } from './load.mjs';
import { layoutOf, root } from './paths.mjs';
import { openToPostgres } from './postgres.mjs';
import { cpuMs } from './process-stats.mjs';

const topics = ['floor-commands', 'floor-routing', 'floor-operations', 'floor-results', 'floor-replies'];
const warmUpMs = 15_000;
/** Enough clients to warm up every compiler, also before a measurement with one client. */
const warmUpClients = 16;

async function member(role, ...args) {
  const child = fork(path.join(root, 'tools/lib/floor-member.mjs'), [role, ...args], { cwd: root });
  const [{ port }] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`the floor's ${role} ended`))),
  ]);
  return { name: role, child, pid: child.pid, url: `http://127.0.0.1:${port}` };
}

async function prepare({ kafkaBrokers, databaseUrl }) {
  const [{ Kafka, logLevel }, { default: pg }] = await Promise.all([import('kafkajs'), import('pg')]);
  const admin = new Kafka({ brokers: [kafkaBrokers], logLevel: logLevel.NOTHING }).admin();
  await admin.createTopics({ waitForLeaders: true, topics: topics.map((topic) => ({ topic, numPartitions: 1 })) });
  await admin.disconnect();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const table of ['payments', 'operations'])
    await client.query(`CREATE TABLE ${table} (id text PRIMARY KEY, body text NOT NULL)`);
  await client.end();
}

async function measure(members, servers, { clients, seconds }) {
  const { Pool } = await import('undici');
  const pool = new Pool(members.at(-1).url, { connections: Math.max(clients, warmUpClients), pipelining: 1 });
  const pay = async () => {
    const { statusCode, body } = await pool.request({ path: '/', method: 'POST', body: '{}' });
    await body.dump();
    return statusCode === 200;
  };
  await closedLoop({ clients: warmUpClients, forMs: warmUpMs, once: pay });
  await closedLoop({ clients, forMs: warmUpMs / 3, once: pay });
  const used = () => [...members, ...servers].map(({ name, pid }) => [name, cpuMs(pid) ?? 0]);
  const before = Object.fromEntries(used());
  const load = await closedLoop({ clients, forMs: seconds * 1_000, once: pay });
  const each = used().map(([name, ms]) => [name, (ms - before[name]) / Math.max(1, load.count)]);
  await pool.close();
  return { clients, load, cpuMs: Object.fromEntries(each), cpuMsTotal: each.reduce((sum, [, ms]) => sum + ms, 0) };
}

/**
 * The minimum cost of a payment on this machine: gateway → payments → routing → worker → payments → gateway over the broker, with
 * the necessary commits and one call to a processor, but without our code.
 */
export async function runFloor({ clients, seconds, progress }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-floor-'));
  openToPostgres(folder);
  const members = [];
  let servers = [];
  const end = async () => {
    for (const { child } of members) if (child.connected) child.disconnect();
    await stopInfra(servers);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void end().finally(() => process.exit(1)));
  try {
    const secrets = { postgresPassword: randomBytes(16).toString('hex') };
    const only = ['postgres', 'kafka'];
    const infra = await startInfra({ settings: {}, layout: layoutOf(folder), secrets, progress, anyPort: true, only });
    servers = infra.servers;
    await prepare(infra);
    const { kafkaBrokers, databaseUrl } = infra;
    for (const role of ['processor', 'payments', 'routing', 'worker', 'gateway'])
      members.push(await member(role, kafkaBrokers, databaseUrl, members[0]?.url ?? ''));
    const cells = [];
    for (const count of clients)
      cells.push(
        await progress.step(`floor, ${count} at a time`, () => measure(members, servers, { clients: count, seconds })),
      );
    return { cells };
  } finally {
    await end();
  }
}
