// Private Postgres, Redis and Kafka for one test or one terminal. `KAFKA_TEMPLATE`: a stopped broker's folder, of which the new
// broker is a copy; `KAFKA_SECURITY`: the settings of a secured broker.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { Problem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const parts = ['postgres', 'redis', 'kafka'];
const known = [...parts, 's3'];
const elsewhere = { postgres: 'databaseUrl', redis: 'redisUrl', kafka: 'kafkaBrokers', s3: 's3Url' };

const command = {
  name: 'node tools/infra.mjs',
  usage: ['node tools/infra.mjs [postgres] [redis] [kafka] [s3]'],
  about: `
Runs these servers, or all but s3, empty and on free ports, until its input ends or a signal arrives. Prints one line of JSON when they
are ready. "restart kafka" on its input restarts a killed server on the same port and data, and prints such a line again.`,
  operands: {
    postgres: 'its url is a database',
    redis: 'program is its path',
    kafka: 'its url is the list of brokers',
    s3: 'an S3 server with one bucket; its line has the bucket, its folder and the access key',
  },
};

let servers = [];

const print = (started) =>
  process.stdout.write(`${JSON.stringify(Object.fromEntries(started.map(({ name, ...facts }) => [name, facts])))}\n`);

const factsOf = ({ name, pid, program, bucket, folder, accessKeyId, secretAccessKey }) => ({
  name,
  pid,
  program,
  ...(name === 's3' && { bucket, folder, accessKeyId, secretAccessKey }),
});

/** Clients know the port: a restart on another port is an error. */
async function restart(name, place) {
  const ended = servers.find((server) => server.name === name);
  if (!ended) throw new Problem(`there is no ${name} to restart`);
  const module = await import(`./lib/${name}.mjs`);
  const starts = { postgres: 'startPostgres', redis: 'startRedis', kafka: 'startKafka', s3: 'startS3' };
  const start = module[starts[name]];
  const server = await start({ ...place, preferredPort: ended.port });
  servers = servers.map((one) => (one === ended ? server : one));
  if (server.port !== ended.port) throw new Problem(`port ${ended.port} of ${name} is taken by another process`);
  print([{ ...factsOf(server), name, url: server.url }]);
}

/** Resolves when the input ends or on a signal; rejects when a command fails. */
const untilEnd = (place) =>
  new Promise((resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
    process.stdin.on('error', resolve);
    const commands = createInterface({ input: process.stdin }).on('close', resolve);
    commands.on('line', (line) => void restart(line.replace(/^restart /, ''), place).catch(reject));
  });

async function run(folder, only) {
  const progress = newProgress({ json: true });
  await bootstrap(progress);
  const [{ startInfra }, { layoutOf }, { openToPostgres }] = await Promise.all([
    import('./lib/infra.mjs'),
    import('./lib/paths.mjs'),
    import('./lib/postgres.mjs'),
  ]);
  openToPostgres(folder);
  const secrets = { postgresPassword: randomBytes(16).toString('hex') };
  const layout = layoutOf(folder);
  const security = process.env.KAFKA_SECURITY && JSON.parse(process.env.KAFKA_SECURITY);
  const kafkaTemplate = process.env.KAFKA_TEMPLATE;
  const options = { anyPort: true, briefly: true, security, kafkaTemplate, only };
  const infra = await startInfra({ settings: {}, layout, secrets, progress, ...options });
  servers = infra.servers;
  print(servers.map((server) => ({ ...factsOf(server), url: infra[elsewhere[server.name]] })));
  await untilEnd({ ...layout, password: secrets.postgresPassword, briefly: true, security });
}

await runCommand(command, async ({ operands }) => {
  const unknown = operands.find((name) => !known.includes(name));
  if (unknown) throw new UsageProblem(`there is no ${unknown} to start`, `some of: ${known.join(' ')}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-infra-'));
  try {
    await run(folder, operands.length > 0 ? operands : parts);
  } finally {
    if (servers.length > 0) await import('./lib/infra.mjs').then(({ stopInfra }) => stopInfra(servers));
    rmSync(folder, { recursive: true, force: true });
  }
});
process.exit();
