import type { RedisClient } from './redis-client';

export type HoldResult = 'held' | 'lost';

export type TakeResult =
  { readonly kind: 'taken'; readonly sealedCvc: string; readonly remainingMs: number } | { readonly kind: 'lost' };

const longestSeconds = 900;
const keyOf = (reference: string): string => `cvc:${reference}`;

/**
 * The only place where a sealed CVC waits: a Redis that keeps nothing on disk, 15 minutes at most, read once. `lost` is an
 * answer, not a fault (flush, restart, time over): the attempt then fails definitely, before anything is sent.
 */
export class CvcVault {
  constructor(private readonly redis: RedisClient) {}

  hold(reference: string, sealedCvc: string, ttlSeconds = longestSeconds): Promise<HoldResult> {
    return this.#put(reference, sealedCvc, Math.min(ttlSeconds, longestSeconds) * 1_000);
  }

  /** Reads and deletes in one step: of two takers one gets it. The remaining time comes along, for `putBack`. */
  async take(reference: string): Promise<TakeResult> {
    try {
      const replies = await this.redis.multi().pttl(keyOf(reference)).getdel(keyOf(reference)).exec();
      const [ttl, value] = (replies ?? []).map(([error, reply]) => (error === null ? reply : null));
      if (typeof value !== 'string' || typeof ttl !== 'number' || ttl <= 0) return { kind: 'lost' };
      return { kind: 'taken', sealedCvc: value, remainingMs: ttl };
    } catch {
      return { kind: 'lost' };
    }
  }

  /** After a challenge, or a definite decline with fallbacks left: the time that was left, not a new quarter of an hour. */
  putBack(reference: string, sealedCvc: string, remainingMs: number): Promise<HoldResult> {
    return this.#put(reference, sealedCvc, Math.min(Math.floor(remainingMs), longestSeconds * 1_000));
  }

  async #put(reference: string, sealedCvc: string, ttlMs: number): Promise<HoldResult> {
    if (!(ttlMs > 0)) return 'lost';
    try {
      return (await this.redis.set(keyOf(reference), sealedCvc, 'PX', ttlMs)) === 'OK' ? 'held' : 'lost';
    } catch {
      return 'lost';
    }
  }
}
