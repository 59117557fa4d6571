import type { RedisClient } from '@payorch/platform/sealing';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

export interface LimiterOptions {
  readonly redis: RedisClient;
  /** Part of the keys in Redis. */
  readonly name: string;
  /** The limit of a window; 0: no limit. */
  readonly points: number;
  readonly seconds: number;
}

/** With more keys over their limit, some need a Redis round trip again. */
const maxCached = 10_000;

/**
 * Counts by key and window; Redis shares the counts among gateways. While Redis is away each gateway counts for itself.
 * A key over its limit costs no round trip until its window ends.
 */
export class Limiter {
  private readonly limiter: RateLimiterRedis;
  private readonly over = new LRUCache<string, true>({ max: maxCached });

  constructor(private readonly options: LimiterOptions) {
    const { redis, name, points, seconds } = options;
    const window = { points, duration: seconds };
    this.limiter = new RateLimiterRedis({
      ...window,
      storeClient: redis,
      keyPrefix: `limit:${name}`,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({ ...window, keyPrefix: `limit:${name}` }),
    });
  }

  /** Spends points. Undefined: within the limit. Otherwise the whole seconds until the window ends. */
  async spend(key: string, points = 1): Promise<number | undefined> {
    if (this.options.points === 0) return undefined;
    const known = this.secondsOver(key);
    if (known !== undefined) return known;
    try {
      await this.limiter.consume(key, points);
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      this.over.set(key, true, { ttl: Math.max(error.msBeforeNext, 1) });
      return this.secondsOver(key) ?? 1;
    }
  }

  /** From memory: the whole seconds for which this gateway knows the key to be over its limit. */
  secondsOver(key: string): number | undefined {
    const leftMs = this.over.getRemainingTTL(key);
    return leftMs > 0 ? Math.ceil(leftMs / 1_000) : undefined;
  }
}
