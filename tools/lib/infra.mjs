import { checkJava, checkMaven } from './bootstrap.mjs';
import { startKafka } from './kafka.mjs';
import { areFetched } from './maven.mjs';
import { startPostgres } from './postgres.mjs';
import { stopProcess } from './processes.mjs';
import { startRedis } from './redis.mjs';

const preferred = { postgres: 55_440, redis: 56_390, kafka: 59_192 };

/** What is missing on the machine is said before anything is started. */
function checkMachine(settings) {
  if (settings.kafkaBrokers) return;
  checkJava();
  if (!areFetched()) checkMaven();
}

/**
 * Postgres, Redis and Kafka, side by side; each is left out where the settings point elsewhere. `anyPort` is for a system
 * beside another one, `briefly` for tests. When one of them does not come up, the others are stopped again.
 */
export async function startInfra({ settings, layout, secrets, progress, anyPort = false, briefly = false }) {
  checkMachine(settings);
  const portOf = (name) => (anyPort ? 0 : preferred[name]);
  const place = { ...layout, password: secrets.postgresPassword, briefly };
  const part = async (name, given, start) =>
    given
      ? progress.step(
          name,
          () => ({ url: given }),
          () => 'as configured',
        )
      : progress.step(
          name,
          () => start({ ...place, preferredPort: portOf(name) }),
          ({ port }) => `127.0.0.1:${port}`,
        );
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
