// Postgres, Redis and Kafka of their own for one test or one terminal: `node tools/infra.mjs [postgres] [redis] [kafka]`.
// Prints one line of JSON when they are ready, and ends them when its input ends or it is asked to.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bootstrap } from './lib/bootstrap.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/say.mjs';

const parts = ['postgres', 'redis', 'kafka'];
const elsewhere = { postgres: 'databaseUrl', redis: 'redisUrl', kafka: 'kafkaBrokers' };

const named = process.argv.slice(2);
const unknown = named.find((name) => !parts.includes(name));
const folder = mkdtempSync(path.join(tmpdir(), 'payorch-infra-'));
let servers = [];
try {
  if (unknown) throw new Problem(`there is no ${unknown} to start`, `some of: ${parts.join(' ')}`);
  const progress = newProgress({ json: true });
  await bootstrap(progress);
  const [{ startInfra, stopInfra }, { layoutOf }, { openToPostgres }] = await Promise.all([
    import('./lib/infra.mjs'),
    import('./lib/paths.mjs'),
    import('./lib/postgres.mjs'),
  ]);
  openToPostgres(folder);
  const unwanted = parts.filter((name) => named.length > 0 && !named.includes(name));
  const settings = Object.fromEntries(unwanted.map((name) => [elsewhere[name], 'not started']));
  const secrets = { postgresPassword: randomBytes(16).toString('hex') };
  const infra = await startInfra({ settings, layout: layoutOf(folder), secrets, progress, anyPort: true });
  servers = infra.servers;
  const started = servers.map(({ name, pid }) => [name, { pid, url: infra[elsewhere[name]] }]);
  process.stdout.write(`${JSON.stringify(Object.fromEntries(started))}\n`);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
    process.stdin.on('end', resolve).on('error', resolve).resume();
  });
  await stopInfra(servers);
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
