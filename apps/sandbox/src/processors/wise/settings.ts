import type { ConfigOf } from '@payorch/platform/config';
import { durationMs, integer } from '@payorch/platform/config';

export const wiseVariables = {
  /** The time that a transfer spends in each of its states. */
  settleAfterMs: durationMs('SANDBOX_WISE_SETTLE_AFTER', 1000, { min: 1 }),
  /** How many recipients, quotes and ended transfers, together, are retained in memory. */
  maxEndedRetained: integer('SANDBOX_WISE_RETAINED_ENDED', { min: 1, max: 1_000_000, fallback: 30_000 }),
};
export type WiseSettings = ConfigOf<typeof wiseVariables>;

/** Nest's injection token of the settings. */
export const wiseSettings = Symbol('wiseSettings');
