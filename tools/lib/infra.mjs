import { checkJava, checkMaven } from './bootstrap.mjs';
import { startKafka } from './kafka.mjs';
import { areFetched } from './maven.mjs';
import { holderOf, isFree } from './ports.mjs';
import { startPostgres } from './postgres.mjs';
import { Problem } from './problem.mjs';
import { stopProcess } from './processes.mjs';
import { startRedis } from './redis.mjs';

const unnamed = { postgres: 0, redis: 0, kafka: 0 };

/** What is missing on the machine is said before anything is started. */
function checkMachine(settings, only) {
  if (settings.kafkaBrokers || (only && !only.includes('kafka'))) return;
  checkJava();
  if (!areFetched()) checkMaven();
}

const otherPort = { postgres: 'POSTGRES_PORT', redis: 'REDIS_PORT', kafka: 'KAFKA_PORT' };

/** Starts a server; where its port is not the one that was wanted, says who has that. */
async function startAt(wanted, start) {
  const holder = wanted && !(await isFree(wanted)) ? (holderOf(wanted) ?? 'another program') : undefined;
  return { ...(await start(wanted)), wanted, holder };
}

const noteOfPort = ({ name, port, wanted, holder }) =>
  !wanted || port === wanted
    ? `127.0.0.1:${port}`
    : `127.0.0.1:${port}: ${wanted} is taken by ${holder ?? 'another program'} (${otherPort[name]} names another)`;

/** A Redis that is configured must be there at the start; later the system does without it as well as it can. */
async function answering(url) {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, { lazyConnect: true, connectTimeout: 3_000, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return { url };
  } catch (error) {
    const { hostname, port } = new URL(url);
    throw new Problem(
      `Redis at ${hostname}:${port || 6379} does not answer: ${error.message}`,
      'start it, correct REDIS_URL, or unset it for one of our own',
    );
  } finally {
    client.disconnect();
  }
}

/**
 * Postgres, Redis and Kafka, side by side; each is left out where the settings point elsewhere. `anyPort` is for a system
 * beside another one, `briefly` for tests, `only` names the parts to start. When one of them does not come up, the others are stopped again.
 */
export async function startInfra({
  settings,
  layout,
  secrets,
  progress,
  anyPort = false,
  briefly = false,
  security,
  only,
}) {
  checkMachine(settings, only);
  const preferred = anyPort ? unnamed : (settings.infraPorts ?? unnamed);
  const place = { ...layout, password: secrets.postgresPassword, briefly, security };
  const part = async (name, given, start) => {
    if (only && !only.includes(name)) return {};
    return given
      ? progress.step(
          name,
          () => (name === 'redis' ? answering(given) : { url: given }),
          () => 'as configured',
        )
      : progress.step(
          name,
          () => startAt(preferred[name], (preferredPort) => start({ ...place, preferredPort })),
          noteOfPort,
        );
  };
  const results = await Promise.allSettled([
    part('postgres', settings.databaseUrl, startPostgres),
    part('redis', settings.redisUrl, startRedis),
    part('kafka', settings.kafkaBrokers, startKafka),
  ]);
  const up = results.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
  const servers = up.filter(({ pid }) => pid !== undefined);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) {
    await stopInfra(servers);
    throw failed.reason;
  }
  const [postgres, redis, kafka] = up;
  return { databaseUrl: postgres.url, redisUrl: redis.url, kafkaBrokers: kafka.url, servers };
}

/** Side by side as well: none of them needs another to end. */
export const stopInfra = (servers) => Promise.all(servers.map((server) => stopProcess(server, { withinMs: 30_000 })));
