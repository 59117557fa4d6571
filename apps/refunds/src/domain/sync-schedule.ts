import type { Unanswered } from '@payorch/contracts';
import type { DecideContext, DecideRules } from './decision';
import { later } from './decision';
import type { Refund } from './refund';

const dayMs = 86_400_000;

/** Milliseconds before sync number `round` (from 0). After the listed delays each one grows by half, up to a day. */
export function syncDelayMs({ syncAfterMs }: Pick<DecideRules, 'syncAfterMs'>, round: number): number {
  const listed = syncAfterMs[round];
  if (listed !== undefined) return listed;
  const last = syncAfterMs[syncAfterMs.length - 1] ?? dayMs;
  return Math.min(dayMs, Math.round(last * 1.5 ** (round - syncAfterMs.length + 1)));
}

/** When the next sync is due, by the number of syncs so far. */
export const nextSyncAt = ({ syncCount }: Refund, { now, rules }: Pick<DecideContext, 'now' | 'rules'>): Date =>
  later(now, syncDelayMs(rules, syncCount));

/**
 * The schedule after a sync without an outcome. A sync that did not call the processor does not count. Unanswered calls count
 * only up to the end of the listed delays, so that a processor that is back is noticed soon.
 */
export function afterUnansweredSync(
  { syncCount }: Refund,
  { called: wasCalled, syncInMs }: Unanswered,
  { now, rules }: Pick<DecideContext, 'now' | 'rules'>,
): Pick<Refund, 'syncCount' | 'dueAt'> {
  const rounds = wasCalled ? Math.min(syncCount, rules.syncAfterMs.length - 1) : Math.max(0, syncCount - 1);
  const delayMs = wasCalled ? Math.min(syncDelayMs(rules, rounds), syncInMs) : syncInMs;
  return { syncCount: rounds, dueAt: later(now, delayMs) };
}

/**
 * Age at which an unanswered sync opens an incident. Syncs that do not count never reach `syncsBeforeIncident`, so the age
 * stands in for their number.
 */
export const stillUnknownAfterMs = (rules: Pick<DecideRules, 'syncAfterMs' | 'syncsBeforeIncident'>): number =>
  Array.from({ length: rules.syncsBeforeIncident }, (_, round) => syncDelayMs(rules, round)).reduce(
    (sum, ms) => sum + ms,
    0,
  );
