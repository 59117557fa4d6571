// Private Postgres, Redis and Kafka for one test or one terminal: `node tools/infra.mjs [postgres] [redis] [kafka]`.
// Prints one line of JSON when the servers are ready (`program`: the path of Redis's), and stops them when its input ends or on a signal. `restart kafka` on its
// input restarts a killed server on the same port and data, and prints such a line again. `KAFKA_TEMPLATE`: a stopped broker's
// folder, of which the new broker is a copy.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bootstrap } from './lib/bootstrap.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const parts = ['postgres', 'redis', 'kafka'];
const elsewhere = { postgres: 'databaseUrl', redis: 'redisUrl', kafka: 'kafkaBrokers' };

const named = process.argv.slice(2);
const unknown = named.find((name) => !parts.includes(name));
const folder = mkdtempSync(path.join(tmpdir(), 'payorch-infra-'));
let servers = [];

const print = (started) =>
  process.stdout.write(`${JSON.stringify(Object.fromEntries(started.map(({ name, ...facts }) => [name, facts])))}\n`);

/** Clients know the port: a restart on another port is an error. */
async function restart(name, place) {
  const ended = servers.find((server) => server.name === name);
  if (!ended) throw new Problem(`there is no ${name} to restart`);
  const module = await import(`./lib/${name}.mjs`);
  const start = { postgres: module.startPostgres, redis: module.startRedis, kafka: module.startKafka }[name];
  const server = await start({ ...place, preferredPort: ended.port });
  servers = servers.map((one) => (one === ended ? server : one));
  if (server.port !== ended.port) throw new Problem(`port ${ended.port} of ${name} is taken by another process`);
  print([{ name, pid: server.pid, url: server.url, program: server.program }]);
}

/** Resolves when the input ends or on a signal; rejects when a command fails. */
const untilEnd = (place) =>
  new Promise((resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
    process.stdin.on('error', resolve);
    const commands = createInterface({ input: process.stdin }).on('close', resolve);
    commands.on('line', (line) => void restart(line.replace(/^restart /, ''), place).catch(reject));
  });

try {
  if (unknown) throw new Problem(`there is no ${unknown} to start`, `some of: ${parts.join(' ')}`);
  const progress = newProgress({ json: true });
  await bootstrap(progress);
  const [{ startInfra }, { layoutOf }, { openToPostgres }] = await Promise.all([
    import('./lib/infra.mjs'),
    import('./lib/paths.mjs'),
    import('./lib/postgres.mjs'),
  ]);
  openToPostgres(folder);
  const only = named.length > 0 ? named : parts;
  const secrets = { postgresPassword: randomBytes(16).toString('hex') };
  const layout = layoutOf(folder);
  const security = process.env.KAFKA_SECURITY && JSON.parse(process.env.KAFKA_SECURITY);
  const kafkaTemplate = process.env.KAFKA_TEMPLATE;
  const options = { anyPort: true, briefly: true, security, kafkaTemplate, only };
  const infra = await startInfra({ settings: {}, layout, secrets, progress, ...options });
  servers = infra.servers;
  print(servers.map(({ name, pid, program }) => ({ name, pid, url: infra[elsewhere[name]], program })));
  await untilEnd({ ...layout, password: secrets.postgresPassword, briefly: true, security });
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
} finally {
  if (servers.length > 0) await import('./lib/infra.mjs').then(({ stopInfra }) => stopInfra(servers));
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
