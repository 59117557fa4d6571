import type { RedisClient } from '@payorch/platform/sealing';

/** An attempt that was answered before its outcome was known. */
export interface OpenAttempt {
  readonly paymentId: string;
  /** The first attempt of a payment is 1. */
  readonly number: number;
}

/** At most so many are looked up before an attempt: the newest ones. */
const mostLookedUp = 20;
const placeOf = (key: string): string => `limit:open:${key}`;

/** The open attempts of each counter. While Redis is away there are none. */
export class OpenAttempts {
  constructor(private readonly redis: RedisClient) {}

  async add(key: string, { paymentId, number }: OpenAttempt, seconds: number): Promise<void> {
    const place = placeOf(key);
    await this.quietly(async () => {
      await this.redis.zadd(place, Date.now(), `${number} ${paymentId}`);
      await this.redis.expire(place, seconds);
    }, undefined);
  }

  list(key: string): Promise<readonly OpenAttempt[]> {
    return this.quietly(async () => {
      const members = await this.redis.zrevrange(placeOf(key), 0, mostLookedUp - 1);
      return members.map((member) => {
        const [number, paymentId = ''] = member.split(' ');
        return { paymentId, number: Number(number) };
      });
    }, []);
  }

  /** Whether this call removed it: concurrent callers count an attempt once. */
  remove(key: string, { paymentId, number }: OpenAttempt): Promise<boolean> {
    return this.quietly(async () => (await this.redis.zrem(placeOf(key), `${number} ${paymentId}`)) === 1, false);
  }

  /** Redis may be away: the guard then counts what it sees itself. */
  private async quietly<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch {
      return otherwise;
    }
  }
}
