import { createHash } from 'node:crypto';
import type { Limiter } from './limiter';

export interface KeyRequestsOptions {
  readonly limiter: Pick<Limiter, 'spend' | 'secondsOver'>;
  /** Requests of one key in a second, over all gateways; 0: no limit. */
  readonly perSecond: number;
  readonly now?: () => number;
}

interface Count {
  seen: number;
  reported: number;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Counts requests by key. Up to a quarter of the limit this gateway counts in memory, without a round trip; from there
 * on it counts in Redis and includes the earlier ones. So the gateways together allow the limit, plus at most a quarter
 * for each gateway beyond the first.
 */
export class KeyRequests {
  private counts = new Map<string, Count>();
  private second = 0;

  constructor(private readonly options: KeyRequestsOptions) {}

  /** Undefined: within the limit. Otherwise the whole seconds to wait. */
  async spend(key: string): Promise<number | undefined> {
    const { perSecond, limiter } = this.options;
    if (perSecond === 0) return undefined;
    const count = this.countOf(key);
    count.seen++;
    if (count.seen * 4 <= perSecond) return undefined;
    const points = count.seen - count.reported;
    count.reported = count.seen;
    return limiter.spend(hashOf(key), points);
  }

  private countOf(key: string): Count {
    const second = Math.floor((this.options.now ?? Date.now)() / 1_000);
    if (second !== this.second) {
      this.second = second;
      this.counts = new Map();
    }
    const known = this.counts.get(key);
    if (known) return known;
    const count = { seen: 0, reported: 0 };
    this.counts.set(key, count);
    return count;
  }
}
