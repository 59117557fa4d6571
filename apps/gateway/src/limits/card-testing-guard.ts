import { refuse, type Refusal } from '@payorch/contracts';
import type { RedisClient } from '@payorch/platform/sealing';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import {
  expirySecondsOf,
  rulesFor,
  type CardAttempt,
  type CardTestingConfig,
  type CardTestingRule,
} from './card-testing-rules';

/** What was counted before an attempt: given back where it did not fail. */
export interface CountedAttempt {
  uncount(): Promise<void>;
}

/** Points never run out: what blocks is each rule's threshold. */
const unlimited = { points: 1_000_000_000, duration: 3_600, keyPrefix: 'limit:testing' };
/** As long as a payment may wait for its confirmation with a CVC. */
const fingerprintTtlSeconds = 900;
const placeOf = (merchantId: string, paymentId: string): string => `limit:card:${merchantId}/${paymentId}`;

/**
 * Failed tries by card and address, card of a guest, customer, and address of a guest, as each profile wants them. An
 * attempt is counted before it is made and given back unless it fails, so that many at once do not slip through together.
 * Counts are in Redis; while it is away each gateway counts for itself.
 */
export class CardTestingGuard {
  private readonly counts: RateLimiterRedis;

  constructor(private readonly redis: RedisClient) {
    const insuranceLimiter = new RateLimiterMemory(unlimited);
    this.counts = new RateLimiterRedis({
      ...unlimited,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter,
    });
  }

  /** Counts an attempt under each rule that it falls under; a refusal where one of them had enough. */
  async count(config: CardTestingConfig, attempt: CardAttempt): Promise<CountedAttempt | Refusal> {
    const rules = rulesFor(config, attempt);
    const customDuration = expirySecondsOf(config);
    const failed = await Promise.all(rules.map(({ key }) => this.counts.penalty(key, 1, { customDuration })));
    const uncount = () => this.uncount(rules, customDuration);
    const isBlocked = failed.some(({ consumedPoints }, place) => consumedPoints > rules[place]!.threshold);
    if (!isBlocked) return { uncount };
    await uncount();
    return refuse('precondition_failed', { message: 'Blocked due to suspicious activity' });
  }

  /** Which card waits for its confirmation: the request that confirms may not bring it again. */
  async storeFingerprint(merchantId: string, paymentId: string, fingerprint: string): Promise<void> {
    const place = placeOf(merchantId, paymentId);
    await this.redis.set(place, fingerprint, 'EX', fingerprintTtlSeconds).catch(() => undefined);
  }

  async storedFingerprint(merchantId: string, paymentId: string): Promise<string | null> {
    return this.redis.get(placeOf(merchantId, paymentId)).catch(() => null);
  }

  private async uncount(rules: readonly CardTestingRule[], customDuration: number): Promise<void> {
    await Promise.all(rules.map(({ key }) => this.counts.reward(key, 1, { customDuration })));
  }
}
