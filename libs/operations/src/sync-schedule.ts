import type { Unanswered } from '@payorch/values';

const dayMs = 86_400_000;

export interface SyncRules {
  /** The delays of syncs for an open outcome: these first, then the last one growing by half each time, up to a day. */
  readonly syncAfterMs: readonly number[];
  /** The number of syncs that opens an incident; syncs continue. */
  readonly syncsBeforeIncident: number;
}

/** The delay in ms before sync number `round` (from 0). Syncs never end. */
export function syncDelayMs({ syncAfterMs }: Pick<SyncRules, 'syncAfterMs'>, round: number): number {
  const listed = syncAfterMs[round];
  if (listed !== undefined) return listed;
  const last = syncAfterMs[syncAfterMs.length - 1] ?? dayMs;
  return Math.min(dayMs, Math.round(last * 1.5 ** (round - syncAfterMs.length + 1)));
}

/** The rounds after a scheduled sync has begun, and whether this one opens an incident. */
export function afterScheduledSync(
  syncCount: number,
  { syncsBeforeIncident }: Pick<SyncRules, 'syncsBeforeIncident'>,
): { readonly syncCount: number; readonly isStillUnknown: boolean } {
  const counted = syncCount + 1;
  return { syncCount: counted, isStillUnknown: counted === syncsBeforeIncident };
}

/**
 * The rounds after a sync that the processor did not answer, and the delay of the next one. A sync that did not call the
 * processor does not count. Unanswered calls count only up to the end of the listed delays, so that a processor that is back is
 * noticed soon.
 */
export function afterUnansweredSync(
  syncCount: number,
  { called: wasCalled, syncInMs }: Unanswered,
  rules: Pick<SyncRules, 'syncAfterMs'>,
): { readonly syncCount: number; readonly delayMs: number } {
  if (!wasCalled) return { syncCount: Math.max(0, syncCount - 1), delayMs: syncInMs };
  const counted = Math.min(syncCount, rules.syncAfterMs.length - 1);
  return { syncCount: counted, delayMs: Math.min(syncDelayMs(rules, counted), syncInMs) };
}

/**
 * The age in ms at which an unanswered sync opens an incident. Syncs that do not count never reach `syncsBeforeIncident`, so the
 * age stands in for their number.
 */
export const stillUnknownAfterMs = (rules: SyncRules): number =>
  Array.from({ length: rules.syncsBeforeIncident }, (_, round) => syncDelayMs(rules, round)).reduce(
    (sum, ms) => sum + ms,
    0,
  );
