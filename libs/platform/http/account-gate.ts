import {
  CircuitBreaker,
  defaultBreakerPolicy,
  type Admission,
  type BreakerPolicy,
  type BreakerState,
  type CallHealth,
} from './circuit-breaker';

export interface GatePolicy {
  /** Calls of one account in flight at once; more are refused before anything is sent. */
  readonly maxInFlight: number;
  readonly breaker: BreakerPolicy;
}

export const defaultGatePolicy: GatePolicy = { maxInFlight: 128, breaker: defaultBreakerPolicy };

export type Entry =
  | { readonly kind: 'entered'; leave(health: CallHealth, now: number): void }
  | { readonly kind: 'refused'; readonly cause: 'bulkhead_full' | 'breaker_open' };

/** What stands before the calls of one processor account: a cap on what is in flight, and a breaker. */
export class AccountGate {
  #inFlight = 0;
  readonly #breaker: CircuitBreaker;

  constructor(private readonly policy: GatePolicy = defaultGatePolicy) {
    this.#breaker = new CircuitBreaker(policy.breaker);
  }

  enter(now: number): Entry {
    if (this.#inFlight >= this.policy.maxInFlight) return { kind: 'refused', cause: 'bulkhead_full' };
    const admission = this.#breaker.admit(now);
    if (admission === 'refused') return { kind: 'refused', cause: 'breaker_open' };
    this.#inFlight += 1;
    return { kind: 'entered', leave: (health, at) => this.#leave(admission, health, at) };
  }

  describe(now: number): { readonly inFlight: number; readonly breaker: BreakerState } {
    return { inFlight: this.#inFlight, breaker: this.#breaker.stateAt(now) };
  }

  #leave(admission: Exclude<Admission, 'refused'>, health: CallHealth, now: number): void {
    this.#inFlight -= 1;
    this.#breaker.record(admission, health, now);
  }
}
