/** When calls of one share to a connector account pause. Times are milliseconds of a monotonic clock. */
export interface BreakerPolicy {
  /** Number of recent calls in the window… */
  readonly window: number;
  /** …the minimum number of calls before the breaker can open… */
  readonly atLeast: number;
  /** …and the rate of unanswered calls at which it opens. */
  readonly openAtRate: number;
  /** Duration of the first opening in ms; each unanswered probe doubles it… */
  readonly openForMs: number;
  /** …up to this. */
  readonly longestOpenMs: number;
}

export const defaultBreakerPolicy: BreakerPolicy = {
  window: 50,
  atLeast: 10,
  openAtRate: 0.5,
  openForMs: 1_000,
  longestOpenMs: 30_000,
};

/**
 * The result of a call. `unknown`: the processor did not answer. `none`: says nothing about the processor, because no
 * byte reached it or this process was too late to read the response.
 */
export type CallHealth = 'answered' | 'unknown' | 'none';

export type BreakerState = 'closed' | 'open' | 'half_open';

/** Distinguishes a call that began before the breaker opened from a later call. */
export type Epoch = number | 'ignored';

/**
 * A circuit breaker on the rate of unanswered calls. Admission and record are separate: an operation is admitted before
 * it is claimed, and its calls are recorded as they end. When the open time is over, the breaker admits one operation
 * at a time as a probe: an answer closes the breaker, no answer opens it for twice as long, a probe without a call
 * decides nothing.
 */
export class CircuitBreaker {
  #recent: boolean[] = [];
  #silent = 0;
  #openUntil: number | undefined;
  #openForMs: number;
  #epoch = 0;
  #probe: symbol | undefined;

  constructor(private readonly policy: BreakerPolicy = defaultBreakerPolicy) {
    this.#openForMs = policy.openForMs;
  }

  /** Undefined if no operation may begin now; otherwise a function that ends the admission. */
  admit(now: number): (() => void) | undefined {
    const state = this.stateAt(now);
    if (state === 'closed') return () => undefined;
    if (state === 'open' || this.#probe !== undefined) return undefined;
    const probe = Symbol('probe');
    this.#probe = probe;
    return () => {
      if (this.#probe === probe) this.#probe = undefined;
    };
  }

  /** A call begins: returns the epoch that `record` needs when the call ends. */
  begin(now: number): Epoch {
    return this.stateAt(now) === 'open' ? 'ignored' : this.#epoch;
  }

  record(epoch: Epoch, health: CallHealth, now: number): void {
    // A call from before the opening says nothing new.
    if (epoch !== this.#epoch || health === 'none') return;
    if (this.#openUntil === undefined) this.#remember(health === 'unknown', now);
    else if (health === 'answered') this.#close();
    else this.#open(Math.min(2 * this.#openForMs, this.policy.longestOpenMs), now);
  }

  stateAt(now: number): BreakerState {
    if (this.#openUntil === undefined) return 'closed';
    return now < this.#openUntil ? 'open' : 'half_open';
  }

  /** Remaining open time in ms; 0 if the breaker is not open. */
  opensForMs(now: number): number {
    return Math.max(0, (this.#openUntil ?? now) - now);
  }

  #remember(isSilent: boolean, now: number): void {
    this.#recent.push(isSilent);
    if (isSilent) this.#silent += 1;
    if (this.#recent.length > this.policy.window && this.#recent.shift()) this.#silent -= 1;
    const { length } = this.#recent;
    if (length >= this.policy.atLeast && this.#silent / length >= this.policy.openAtRate)
      this.#open(this.policy.openForMs, now);
  }

  #open(forMs: number, now: number): void {
    this.#openForMs = forMs;
    this.#openUntil = now + forMs;
    this.#probe = undefined;
    this.#epoch += 1;
  }

  #close(): void {
    this.#openUntil = undefined;
    this.#openForMs = this.policy.openForMs;
    this.#probe = undefined;
    this.#epoch += 1;
    this.#recent = [];
    this.#silent = 0;
  }
}
