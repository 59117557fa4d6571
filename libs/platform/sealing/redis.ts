import type { Secret } from '@payorch/kernel';
import { redisTargetOf, type RedisTarget } from '@payorch/platform/config';
import type { Logger } from '@payorch/platform/telemetry';
import { Cluster, Redis } from 'ioredis';
import type { RedisClient } from './redis-client';

export interface RedisOptions {
  /** As `redisTargetOf` reads it. */
  readonly url: Secret;
  readonly logger: Logger;
  /**
   * After this a command counts as failed; default 2 s. A Redis whose connection is gone fails at once: this is for one that
   * stands still, and must be longer than a busy event loop takes to look at an answer.
   */
  readonly commandTimeoutMs?: number;
  /** How long the first connection is waited for; default 2 s. Redis that is down at boot keeps nobody from starting. */
  readonly connectTimeoutMs?: number;
}

/** Whoever lost Redis notices within this time that it is back. */
const slowestRetryMs = 500;
const retryAfterMs = (times: number): number => Math.min(times * 100, slowestRetryMs);

interface Times {
  readonly commandTimeout: number;
  readonly connectTimeout: number;
}

/** A command fails at once while Redis is away: nothing queues up, and nothing is sent twice. */
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

/** The client of each kind; not connected yet. */
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
 * A client for which Redis is disposable: a command fails at once while it is away (nothing queues up), and it comes back by
 * itself. Callers treat every failure as "not there".
 */
export async function openRedis({
  url,
  logger,
  commandTimeoutMs = 2_000,
  connectTimeoutMs = 2_000,
}: RedisOptions): Promise<RedisClient> {
  const target = redisTargetOf(url.reveal());
  if (!target) throw new TypeError('the address of Redis is none that is known');
  const redis = clientOf(target, { commandTimeout: commandTimeoutMs, connectTimeout: connectTimeoutMs });
  let down = false;
  redis.on('ready', () => {
    if (down) logger.info('redis is back');
    down = false;
  });
  // Said once an outage, not once a retry.
  redis.on('error', (error: Error) => {
    if (!down) logger.warn({ error }, 'redis is away');
    down = true;
  });
  const patience = new Promise<void>((resolve) => setTimeout(resolve, connectTimeoutMs).unref());
  await Promise.race([redis.connect().catch(() => undefined), patience]);
  return redis;
}
