import type { Secret } from '@payorch/kernel';
import { redisTargetOf, type RedisTarget } from '@payorch/platform/config';
import type { Logger } from '@payorch/platform/telemetry';
import { Cluster, Redis } from 'ioredis';
import type { RedisClient } from './redis-client';

export interface RedisOptions {
  /** In a form that `redisTargetOf` parses. */
  readonly url: Secret;
  readonly logger: Logger;
  /**
   * Timeout of a command; default 2 s. Commands fail at once while the connection is lost: this timeout is for a Redis
   * that hangs, and must be longer than a busy event loop takes to read an answer.
   */
  readonly commandTimeoutMs?: number;
  /** Timeout of the first connection; default 2 s. An unavailable Redis does not prevent the start. */
  readonly connectTimeoutMs?: number;
}

/** Maximum time until a client notices that Redis is back. */
const slowestRetryMs = 500;
const retryAfterMs = (times: number): number => Math.min(times * 100, slowestRetryMs);

interface Times {
  readonly commandTimeout: number;
  readonly connectTimeout: number;
}

/** Commands fail at once while Redis is unavailable: none is queued, and none is sent twice. */
const common = (times: Times) => ({
  ...times,
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
});

const accessOf = ({ username, password, tls }: Exclude<RedisTarget, { kind: 'server' }>) => ({
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
  ...(tls && { tls: {} }),
});

/** The client of each kind, not connected yet. */
function clientOf(target: RedisTarget, times: Times): RedisClient {
  const options = common(times);
  if (target.kind === 'server') return new Redis(target.url, { ...options, retryStrategy: retryAfterMs });
  const access = accessOf(target);
  if (target.kind === 'cluster') {
    return new Cluster([...target.nodes], {
      lazyConnect: true,
      enableOfflineQueue: false,
      clusterRetryStrategy: retryAfterMs,
      slotsRefreshTimeout: times.connectTimeout,
      redisOptions: { ...options, ...access },
    });
  }
  const { sentinels, name, db, sentinelPassword, tls } = target;
  return new Redis({
    ...options,
    ...access,
    sentinels: [...sentinels],
    name,
    db,
    enableTLSForSentinelMode: tls,
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(tls && { sentinelTLS: {} }),
    retryStrategy: retryAfterMs,
    sentinelRetryStrategy: retryAfterMs,
  });
}

/**
 * A client for an optional Redis: commands fail at once while Redis is unavailable (none is queued), and the client
 * reconnects by itself. Callers treat every failure as "not there".
 */
export async function openRedis({
  url,
  logger,
  commandTimeoutMs = 2_000,
  connectTimeoutMs = 2_000,
}: RedisOptions): Promise<RedisClient> {
  const target = redisTargetOf(url.reveal());
  if (!target) throw new TypeError('the Redis address is not valid');
  const redis = clientOf(target, { commandTimeout: commandTimeoutMs, connectTimeout: connectTimeoutMs });
  let down = false;
  redis.on('ready', () => {
    if (down) logger.info('redis is available again');
    down = false;
  });
  // Logged once per outage, not once per retry.
  redis.on('error', (error: Error) => {
    if (!down) logger.warn({ error }, 'redis is unavailable');
    down = true;
  });
  const connectTimeout = new Promise<void>((resolve) => setTimeout(resolve, connectTimeoutMs).unref());
  await Promise.race([redis.connect().catch(() => undefined), connectTimeout]);
  return redis;
}
