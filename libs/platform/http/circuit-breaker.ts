/** When a processor account is left alone for a while. Times are milliseconds of a monotonic clock. */
export interface BreakerPolicy {
  /** The last so many calls are looked at… */
  readonly window: number;
  /** …once there are so many of them… */
  readonly atLeast: number;
  /** …and it opens when this share of them had no clear answer. */
  readonly openAtRate: number;
  readonly openForMs: number;
}

export const defaultBreakerPolicy: BreakerPolicy = { window: 50, atLeast: 10, openAtRate: 0.5, openForMs: 10_000 };

/** How a call that was let through went. `none` says nothing of the processor: no byte reached it. */
export type CallHealth = 'answered' | 'unknown' | 'none';

/** Let through as an ordinary call or as the one probe of a half-open breaker; refused otherwise. */
export type Admission = 'call' | 'probe' | 'refused';

export type BreakerState = 'closed' | 'open' | 'half_open';

/**
 * Opens on the rate of unknown outcomes. After its time one probe at a time goes through: a clear answer closes it, another
 * unknown opens it again, a probe that never reached the processor decides nothing.
 */
export class CircuitBreaker {
  #recent: boolean[] = [];
  #openUntil: number | undefined;
  #probing = false;

  constructor(private readonly policy: BreakerPolicy = defaultBreakerPolicy) {}

  admit(now: number): Admission {
    switch (this.stateAt(now)) {
      case 'closed':
        return 'call';
      case 'open':
        return 'refused';
      case 'half_open':
        if (this.#probing) return 'refused';
        this.#probing = true;
        return 'probe';
    }
  }

  record(admission: Exclude<Admission, 'refused'>, health: CallHealth, now: number): void {
    if (admission === 'probe') this.#afterProbe(health, now);
    // A call from before it opened says nothing new; only a probe may close it.
    else if (this.#openUntil === undefined && health !== 'none') this.#remember(health === 'unknown', now);
  }

  stateAt(now: number): BreakerState {
    if (this.#openUntil === undefined) return 'closed';
    return now < this.#openUntil ? 'open' : 'half_open';
  }

  #afterProbe(health: CallHealth, now: number): void {
    this.#probing = false;
    if (health === 'answered') {
      this.#openUntil = undefined;
      this.#recent = [];
    } else if (health === 'unknown') {
      this.#openUntil = now + this.policy.openForMs;
    }
  }

  #remember(unknown: boolean, now: number): void {
    this.#recent.push(unknown);
    if (this.#recent.length > this.policy.window) this.#recent.shift();
    const unknowns = this.#recent.filter(Boolean).length;
    if (this.#recent.length >= this.policy.atLeast && unknowns / this.#recent.length >= this.policy.openAtRate)
      this.#openUntil = now + this.policy.openForMs;
  }
}
