/** When calls of one kind to a connector account pause. Times are milliseconds of a monotonic clock. */
export interface BreakerPolicy {
  /** The last so many calls are judged… */
  readonly window: number;
  /** …once there are so many of them… */
  readonly atLeast: number;
  /** …and it opens when this share of them met silence. */
  readonly openAtRate: number;
  /** How long it opens first; each probe that meets silence doubles it… */
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
 * How a call went. `unknown` is the processor's silence; `none` says nothing of the processor: no byte reached it, or this
 * process was too late to read the answer.
 */
export type CallHealth = 'answered' | 'unknown' | 'none';

export type BreakerState = 'closed' | 'open' | 'half_open';

/** Tells a call that began before the breaker opened apart from one that began since. */
export type Epoch = number | 'ignored';

/**
 * Opens on the rate of silent calls. Admission and record are apart: an operation is admitted before it is claimed, and its
 * calls are recorded as they end. After its time one operation at a time is admitted as a probe: an answer closes the
 * breaker, silence opens it for twice as long, a probe that made no call decides nothing.
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

  /** Undefined where nothing may begin now; else ends the admission. */
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

  /** A call goes out: what `record` must be given when it ends. */
  begin(now: number): Epoch {
    return this.stateAt(now) === 'open' ? 'ignored' : this.#epoch;
  }

  record(epoch: Epoch, health: CallHealth, now: number): void {
    // A call from before it opened says nothing new.
    if (epoch !== this.#epoch || health === 'none') return;
    if (this.#openUntil === undefined) this.#remember(health === 'unknown', now);
    else if (health === 'answered') this.#close();
    else this.#open(Math.min(2 * this.#openForMs, this.policy.longestOpenMs), now);
  }

  stateAt(now: number): BreakerState {
    if (this.#openUntil === undefined) return 'closed';
    return now < this.#openUntil ? 'open' : 'half_open';
  }

  /** How long it stays open; 0 where it is not. */
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
