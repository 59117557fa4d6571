import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClient } from './redis-client';

export type StoreResult = 'held' | 'lost';

export type ReadResult = { readonly kind: 'read'; readonly sealedCvc: string } | { readonly kind: 'lost' };

const longestSeconds = 900;
const readAgainAfterMs = 100;
const keyOf = (reference: string): string => `cvc:${reference}`;

/**
 * The only place where a sealed CVC waits: a Redis that keeps nothing on disk, 15 minutes at most. It is read by the
 * call that carries it, and forgotten once nobody can need it any more. `lost` is an answer, not a fault (flush, restart, time
 * over): an attempt that was not begun then fails definitely, before anything is sent.
 */
export class CvcVault {
  /** `readWithinMs`: for so long a Redis that gives no answer is asked again; a short outage then fails no payment. */
  constructor(
    private readonly redis: RedisClient,
    private readonly readWithinMs = 3_000,
  ) {}

  store(reference: string, sealedCvc: string, ttlSeconds = longestSeconds): Promise<StoreResult> {
    return this.#put(reference, sealedCvc, Math.min(ttlSeconds, longestSeconds) * 1_000);
  }

  async read(reference: string): Promise<ReadResult> {
    const end = performance.now() + this.readWithinMs;
    do {
      const sealedCvc = await this.redis.get(keyOf(reference)).catch(() => undefined);
      if (sealedCvc === null) return { kind: 'lost' };
      if (sealedCvc !== undefined) return { kind: 'read', sealedCvc };
      await sleep(Math.min(readAgainAfterMs, this.readWithinMs));
    } while (performance.now() < end);
    return { kind: 'lost' };
  }

  /** What cannot be deleted now goes by its time to live. */
  async forget(reference: string): Promise<void> {
    await this.redis.del(keyOf(reference)).catch(() => undefined);
  }

  async #put(reference: string, sealedCvc: string, ttlMs: number): Promise<StoreResult> {
    if (!(ttlMs > 0)) return 'lost';
    try {
      return (await this.redis.set(keyOf(reference), sealedCvc, 'PX', ttlMs)) === 'OK' ? 'held' : 'lost';
    } catch {
      return 'lost';
    }
  }
}
