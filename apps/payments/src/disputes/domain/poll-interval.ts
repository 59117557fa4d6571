const hourMs = 3_600_000;
/** Up to this share of the interval earlier or later: disputes that were opened together are not read together for ever. */
const jitter = 0.1;

/** Milliseconds until an open dispute is read again; null: it is not. `random`: from 0 to below 1. */
export const pollAfterMs = (hours: number | null | undefined, random: number): number | null =>
  hours ? Math.round(hours * hourMs * (1 - jitter + 2 * jitter * random)) : null;
