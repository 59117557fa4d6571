import type { Endpoint } from '../domain/delivery';

export interface SlotLimits {
  /** Limit of attempts in flight at one endpoint. */
  readonly perEndpoint: number;
  /** Limit of attempts in flight in this process. */
  readonly total: number;
}

interface Use {
  taken: number;
  pausedUntilMs: number;
}

export const endpointKey = ({ merchantId, endpointId }: Endpoint): string => `${merchantId}/${endpointId}`;

/** Limits attempts in flight per endpoint, so that a slow endpoint does not delay the others. */
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

  /** Takes up to `count` slots and returns the number taken. */
  take(endpoint: Endpoint, count: number): number {
    const granted = Math.min(count, this.free(endpoint));
    if (granted === 0) return 0;
    this.useOf(endpoint).taken += granted;
    this.taken += granted;
    return granted;
  }

  release(endpoint: Endpoint, count: number): void {
    const use = this.useOf(endpoint);
    use.taken -= count;
    this.taken -= count;
    this.forgetIdle(endpoint, use);
  }

  /** Stops all deliveries of this process to the endpoint for this time. */
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
