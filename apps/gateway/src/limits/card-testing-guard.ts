import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { refuse, type Refusal } from '@payorch/contracts';
import type { RedisClient } from '@payorch/platform/sealing';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { type OpenAttempt, OpenAttempts } from './open-attempts';
import {
  expirySecondsOf,
  rulesFor,
  type CardAttempt,
  type CardTestingConfig,
  type CardTestingRule,
} from './card-testing-rules';

/** An attempt that was counted before it was made; `uncount` reverts that for one that did not fail. */
export interface CountedAttempt {
  uncount(): Promise<void>;
  /** Uncounts it until its outcome is known: the next attempt under the same rules looks it up. */
  leaveOpen(open: OpenAttempt): Promise<void>;
}

/** other: neither a failure nor open any more. */
export type AttemptOutcome = 'failed' | 'open' | 'other';
export type OutcomeOf = (attempt: OpenAttempt) => Promise<AttemptOutcome>;

/** The limiter itself never blocks: each rule has its own threshold. */
const unlimited = { points: 1_000_000_000, duration: 3_600, keyPrefix: 'limit:testing' };
/** As long as a payment with a CVC may wait for its confirmation. */
const fingerprintTtlSeconds = 900;
const placeOf = (merchantId: string, paymentId: string): string => `limit:card:${merchantId}/${paymentId}`;

/**
 * Counts failed attempts by card and address, guest card, customer, and guest address, as each profile configures. An
 * attempt is counted before it is made and uncounted unless it fails, so that concurrent attempts cannot pass together. One that
 * is open when it is answered (a challenge, a late outcome) counts once it has failed.
 * Redis stores the counts; while Redis is away each gateway counts for itself.
 */
@Injectable()
export class CardTestingGuard {
  private readonly counts: RateLimiterRedis;
  private readonly open: OpenAttempts;

  constructor(@Inject(Redis) private readonly redis: RedisClient) {
    this.open = new OpenAttempts(redis);
    const insuranceLimiter = new RateLimiterMemory(unlimited);
    this.counts = new RateLimiterRedis({
      ...unlimited,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter,
    });
  }

  /** Counts an attempt under each matching rule; a refusal where one threshold is exceeded. */
  async count(
    config: CardTestingConfig,
    attempt: CardAttempt,
    outcomeOf: OutcomeOf,
  ): Promise<CountedAttempt | Refusal> {
    const rules = rulesFor(config, attempt);
    const customDuration = expirySecondsOf(config);
    await this.settle(rules, customDuration, outcomeOf);
    const failed = await Promise.all(rules.map(({ key }) => this.counts.penalty(key, 1, { customDuration })));
    const uncount = () => this.uncount(rules, customDuration);
    const isBlocked = failed.some(({ consumedPoints }, place) => consumedPoints > rules[place]!.threshold);
    const leaveOpen = async (open: OpenAttempt): Promise<void> => {
      await uncount();
      await Promise.all(rules.map(({ key }) => this.open.add(key, open, customDuration)));
    };
    if (!isBlocked) return { uncount, leaveOpen };
    await uncount();
    return refuse('precondition_failed', { message: 'Blocked due to suspicious activity' });
  }

  /** Whether the next attempt would be refused; it is not counted. */
  async isBlocked(config: CardTestingConfig, attempt: CardAttempt, outcomeOf: OutcomeOf): Promise<boolean> {
    const rules = rulesFor(config, attempt);
    await this.settle(rules, expirySecondsOf(config), outcomeOf);
    const failed = await Promise.all(rules.map(({ key }) => this.counts.get(key)));
    return failed.some((counted, place) => (counted?.consumedPoints ?? 0) >= rules[place]!.threshold);
  }

  /** Stores the card of an unconfirmed payment: the confirming request may not contain it again. */
  async storeFingerprint(merchantId: string, paymentId: string, fingerprint: string): Promise<void> {
    const place = placeOf(merchantId, paymentId);
    await this.redis.set(place, fingerprint, 'EX', fingerprintTtlSeconds).catch(() => undefined);
  }

  async storedFingerprint(merchantId: string, paymentId: string): Promise<string | null> {
    return this.redis.get(placeOf(merchantId, paymentId)).catch(() => null);
  }

  /** Counts the open attempts that have failed since, each once under each rule. */
  private async settle(rules: readonly CardTestingRule[], customDuration: number, outcomeOf: OutcomeOf): Promise<void> {
    const outcomes = new Map<string, Promise<AttemptOutcome>>();
    const known = (attempt: OpenAttempt): Promise<AttemptOutcome> => {
      const id = `${attempt.number} ${attempt.paymentId}`;
      const outcome = outcomes.get(id) ?? outcomeOf(attempt);
      outcomes.set(id, outcome);
      return outcome;
    };
    await Promise.all(
      rules.map(async ({ key }) => {
        for (const attempt of await this.open.list(key)) {
          const outcome = await known(attempt);
          if (outcome === 'open' || !(await this.open.remove(key, attempt))) continue;
          if (outcome === 'failed') await this.counts.penalty(key, 1, { customDuration });
        }
      }),
    );
  }

  private async uncount(rules: readonly CardTestingRule[], customDuration: number): Promise<void> {
    await Promise.all(rules.map(({ key }) => this.counts.reward(key, 1, { customDuration })));
  }
}
