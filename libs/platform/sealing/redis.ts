import type { Secret } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import { Redis } from 'ioredis';

export interface RedisOptions {
  readonly url: Secret;
  readonly logger: Logger;
  /** After this a command counts as failed; default 500 ms. */
  readonly commandTimeoutMs?: number;
  /** How long the first connection is waited for; default 2 s. Redis that is down at boot keeps nobody from starting. */
  readonly connectTimeoutMs?: number;
}

const slowestRetryMs = 2_000;

/**
 * A client for which Redis is disposable: a command fails at once while it is away (nothing queues up), and it comes back by
 * itself. Callers treat every failure as "not there".
 */
export async function openRedis({
  url,
  logger,
  commandTimeoutMs = 500,
  connectTimeoutMs = 2_000,
}: RedisOptions): Promise<Redis> {
  const redis = new Redis(url.reveal(), {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectTimeoutMs,
    commandTimeout: commandTimeoutMs,
    retryStrategy: (times) => Math.min(times * 100, slowestRetryMs),
  });
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
