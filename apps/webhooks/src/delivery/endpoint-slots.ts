import type { Endpoint } from './delivery';

export interface SlotLimits {
  /** Tries in flight at one endpoint. */
  readonly perEndpoint: number;
  /** Tries in flight in this process. */
  readonly total: number;
}

interface Use {
  taken: number;
  pausedUntilMs: number;
}

export const endpointKey = ({ merchantId, profileId }: Endpoint): string => `${merchantId}/${profileId}`;

/** Who may send how much at once: one slow endpoint fills its own slots and nobody else's. */
export class EndpointSlots {
  private readonly uses = new Map<string, Use>();
  private taken = 0;

  constructor(
    private readonly limits: SlotLimits,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  get inFlight(): number {
    return this.taken;
  }

  free(endpoint: Endpoint): number {
    const use = this.uses.get(endpointKey(endpoint));
    if (use && use.pausedUntilMs > this.nowMs()) return 0;
    return Math.max(0, Math.min(this.limits.perEndpoint - (use?.taken ?? 0), this.limits.total - this.taken));
  }

  /** Takes up to so many and says how many it got. */
  take(endpoint: Endpoint, wanted: number): number {
    const got = Math.min(wanted, this.free(endpoint));
    if (got === 0) return 0;
    this.useOf(endpoint).taken += got;
    this.taken += got;
    return got;
  }

  give(endpoint: Endpoint, count: number): void {
    const use = this.useOf(endpoint);
    use.taken -= count;
    this.taken -= count;
    this.forgetIdle(endpoint, use);
  }

  /** Nothing is sent there for so long, this process's other deliveries to it included. */
  pause(endpoint: Endpoint, ms: number): void {
    const use = this.useOf(endpoint);
    use.pausedUntilMs = Math.max(use.pausedUntilMs, this.nowMs() + ms);
  }

  private useOf(endpoint: Endpoint): Use {
    const key = endpointKey(endpoint);
    const use = this.uses.get(key) ?? { taken: 0, pausedUntilMs: 0 };
    this.uses.set(key, use);
    return use;
  }

  private forgetIdle(endpoint: Endpoint, use: Use): void {
    if (use.taken === 0 && use.pausedUntilMs <= this.nowMs()) this.uses.delete(endpointKey(endpoint));
  }
}
