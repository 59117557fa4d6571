import {
  CircuitBreaker,
  defaultBreakerPolicy,
  type BreakerPolicy,
  type BreakerState,
  type Epoch,
} from './circuit-breaker';
import type { CallHealth } from './circuit-breaker';

/** Charges, follow-ups (capture, void, refund …) and syncs have separate places and separate breakers. */
export const shares = ['charge', 'follow_up', 'sync'] as const;
export type Share = (typeof shares)[number];

export interface GatePolicy {
  /** Maximum number of concurrent operations of one connector account; further operations wait. */
  readonly maxInFlight: number;
  /** Places of these that other shares never use. */
  readonly reserved: Readonly<Record<Share, number>>;
  /** Maximum number of concurrent syncs. */
  readonly maxSyncs: number;
  readonly breaker: BreakerPolicy;
}

export const defaultGatePolicy: GatePolicy = {
  maxInFlight: 128,
  reserved: { charge: 32, follow_up: 16, sync: 8 },
  maxSyncs: 32,
  breaker: defaultBreakerPolicy,
};

/** The place of an operation, from before its claim until its outcome is published. */
export interface Place {
  leave(): void;
}

export type Entry =
  | { readonly kind: 'entered'; readonly place: Place }
  | { readonly kind: 'wait'; readonly for: 'room' | 'breaker' };

/** A call on its way to the processor. */
export interface GatedCall {
  ended(health: CallHealth, now: number): void;
}

interface ShareState {
  inFlight: number;
  readonly breaker: CircuitBreaker;
}

export interface GateDescription {
  readonly inFlight: Readonly<Record<Share, number>>;
  readonly breakers: Readonly<Record<Share, BreakerState>>;
}

const mapShares = <T>(valueOf: (share: Share) => T): Record<Share, T> => ({
  charge: valueOf('charge'),
  follow_up: valueOf('follow_up'),
  sync: valueOf('sync'),
});

/** Admits the operations of one connector account: a cap with reserved shares, and a breaker for each share. */
export class AccountGate {
  readonly #of: Readonly<Record<Share, ShareState>>;

  /** `onOpened`: the breaker of a share has opened, for this time in ms. */
  constructor(
    private readonly policy: GatePolicy = defaultGatePolicy,
    private readonly onOpened?: (share: Share, forMs: number) => void,
  ) {
    this.#of = mapShares(() => ({ inFlight: 0, breaker: new CircuitBreaker(policy.breaker) }));
  }

  enter(share: Share, now: number): Entry {
    const { breaker } = this.#of[share];
    if (!this.#hasRoom(share)) return { kind: 'wait', for: breaker.stateAt(now) === 'open' ? 'breaker' : 'room' };
    const endAdmission = breaker.admit(now);
    if (!endAdmission) return { kind: 'wait', for: 'breaker' };
    this.#of[share].inFlight += 1;
    return { kind: 'entered', place: this.#place(share, endAdmission) };
  }

  call(share: Share, now: number): GatedCall {
    const { breaker } = this.#of[share];
    const epoch: Epoch = breaker.begin(now);
    return {
      ended: (health, at) => {
        const wasOpenForMs = breaker.opensForMs(at);
        breaker.record(epoch, health, at);
        const forMs = breaker.opensForMs(at);
        if (forMs > wasOpenForMs) this.onOpened?.(share, forMs);
      },
    };
  }

  /** Remaining time in ms that the breaker of a share stays open; 0 if the breaker is not open. */
  opensForMs(share: Share, now: number): number {
    return this.#of[share].breaker.opensForMs(now);
  }

  describe(now: number): GateDescription {
    return {
      inFlight: mapShares((share) => this.#of[share].inFlight),
      breakers: mapShares((share) => this.#of[share].breaker.stateAt(now)),
    };
  }

  /** Unused places that are reserved for other shares stay free. */
  #hasRoom(share: Share): boolean {
    const { maxInFlight, maxSyncs, reserved } = this.policy;
    if (share === 'sync' && this.#of.sync.inFlight >= maxSyncs) return false;
    const taken = shares.reduce((sum, one) => {
      const { inFlight } = this.#of[one];
      return sum + (one === share ? inFlight : Math.max(inFlight, reserved[one]));
    }, 0);
    return taken < maxInFlight;
  }

  #place(share: Share, endAdmission: () => void): Place {
    let isTaken = true;
    return {
      leave: () => {
        if (!isTaken) return;
        isTaken = false;
        this.#of[share].inFlight -= 1;
        endAdmission();
      },
    };
  }
}

/** A breaker of a connector account that has opened. */
export interface OpenedBreaker {
  readonly account: string;
  readonly share: Share;
  readonly forMs: number;
}

/** The gates of all connector accounts that this process has called. */
export class AccountGates {
  readonly #gates = new Map<string, AccountGate>();

  /** `policyOf`: the limits of a connector account. */
  constructor(
    private readonly policyOf: (account: string, connector: string) => GatePolicy = () => defaultGatePolicy,
    private readonly onOpened?: (opened: OpenedBreaker) => void,
  ) {}

  of(account: string, connector: string): AccountGate {
    let gate = this.#gates.get(account);
    if (gate === undefined) {
      gate = new AccountGate(this.policyOf(account, connector), (share, forMs) =>
        this.onOpened?.({ account, share, forMs }),
      );
      this.#gates.set(account, gate);
    }
    return gate;
  }

  describe(now: number): Record<string, GateDescription> {
    return Object.fromEntries([...this.#gates].map(([account, gate]) => [account, gate.describe(now)]));
  }
}
