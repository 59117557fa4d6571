import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClient } from './redis-client';

export type StoreResult = 'stored' | 'lost';

export type ReadResult = { readonly kind: 'read'; readonly sealedCvc: string } | { readonly kind: 'lost' };

const longestSeconds = 900;
const readRetryAfterMs = 100;
const deletedAfterMs = 20;
const keyOf = (reference: string): string => `cvc:${reference}`;

/**
 * The only store of sealed CVCs: a Redis without persistence, for 15 minutes at most. The operation that sends the CVC
 * reads it, and the CVC is deleted when no operation can need it any more. `lost` is a result, not a fault (flush,
 * restart, expiry): an attempt that has not begun then fails definitely, before anything is sent.
 */
export class CvcVault {
  readonly #used: string[] = [];
  #deletion: Promise<void> | undefined;

  /**
   * `readWithinMs`: a Redis that does not answer is queried again for this time; a short outage then fails no payment.
   */
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
      await sleep(Math.min(readRetryAfterMs, this.readWithinMs));
    } while (performance.now() < end);
    return { kind: 'lost' };
  }

  /**
   * A CVC that cannot be deleted now expires by its time to live. Deletions of one moment are sent in one write: no request
   * waits for them, and a write costs more than its command.
   */
  delete(reference: string): Promise<void> {
    this.#used.push(reference);
    return (this.#deletion ??= sleep(deletedAfterMs).then(() => this.#deleteUsed()));
  }

  async #deleteUsed(): Promise<void> {
    const used = this.#used.splice(0);
    this.#deletion = undefined;
    // One command for each: the keys may lie on different nodes of a cluster.
    await Promise.all(used.map((reference) => this.redis.del(keyOf(reference)).catch(() => undefined)));
  }

  async #put(reference: string, sealedCvc: string, ttlMs: number): Promise<StoreResult> {
    if (!(ttlMs > 0)) return 'lost';
    try {
      return (await this.redis.set(keyOf(reference), sealedCvc, 'PX', ttlMs)) === 'OK' ? 'stored' : 'lost';
    } catch {
      return 'lost';
    }
  }
}
