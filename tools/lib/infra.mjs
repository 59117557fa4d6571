import { checkJava, checkMaven } from './bootstrap.mjs';
import { startKafka } from './kafka.mjs';
import { areFetched } from './maven.mjs';
import { holderOf, isFree } from './ports.mjs';
import { startPostgres } from './postgres.mjs';
import { Problem } from './problem.mjs';
import { stopProcess } from './processes.mjs';
import { startRedis } from './redis.mjs';
import { startS3 } from './s3.mjs';

const noPreference = { postgres: 0, redis: 0, kafka: 0 };

/** Checks the machine's programs before any server is started. */
function checkMachine(settings, only) {
  if (settings.kafkaBrokers || (only && !only.includes('kafka'))) return;
  checkJava();
  if (!areFetched()) checkMaven();
}

const otherPort = { postgres: 'POSTGRES_PORT', redis: 'REDIS_PORT', kafka: 'KAFKA_PORT' };

/** Starts a server; when the preferred port is taken, the result names the process that holds it. */
async function startAt(preferredPort, start) {
  const holder =
    preferredPort && !(await isFree(preferredPort)) ? (holderOf(preferredPort) ?? 'another program') : undefined;
  return { ...(await start(preferredPort)), preferredPort, holder };
}

const noteOfPort = ({ name, port, preferredPort, holder }) =>
  !preferredPort || port === preferredPort
    ? `127.0.0.1:${port}`
    : `127.0.0.1:${port}: ${preferredPort} is taken by ${holder ?? 'another program'} (set ${otherPort[name]} for another port)`;

/** A configured Redis must answer at the start; later the system degrades without it. */
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
      'start Redis, correct REDIS_URL, or unset REDIS_URL for a private Redis',
    );
  } finally {
    client.disconnect();
  }
}

/**
 * Starts Postgres, Redis and Kafka concurrently, except those that the settings configure. `anyPort` is for a system next to
 * another one, `briefly` for tests, `only` names the parts to start, `kafkaTemplate` is a broker's folder to copy, `subscribers` is
 * where the broker listens for subscribers. When one of them fails, the others are stopped.
 */
export async function startInfra({
  settings,
  layout,
  secrets,
  progress,
  anyPort = false,
  briefly = false,
  security,
  kafkaTemplate,
  subscribers,
  only,
}) {
  checkMachine(settings, only);
  const preferred = anyPort ? noPreference : (settings.infraPorts ?? noPreference);
  const place = {
    ...layout,
    password: secrets.postgresPassword,
    briefly,
    security,
    template: kafkaTemplate,
    subscribers,
  };
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
    // Only tests start one.
    only?.includes('s3') ? part('s3', undefined, startS3) : {},
  ]);
  const up = results.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
  const servers = up.filter(({ pid }) => pid !== undefined);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) {
    await stopInfra(servers);
    throw failed.reason;
  }
  const [postgres, redis, kafka, s3] = up;
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    kafkaBrokers: kafka.url,
    s3Url: s3.url,
    subscriberBrokers: kafka.subscribers && `${kafka.subscribers.host}:${kafka.subscribers.port}`,
    servers,
  };
}

/** Stops the servers concurrently: no server needs another one to stop. */
export const stopInfra = (servers) => Promise.all(servers.map((server) => stopProcess(server, { withinMs: 30_000 })));
