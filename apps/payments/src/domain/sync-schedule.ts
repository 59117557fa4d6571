import type { Unanswered } from '@payorch/contracts';
import type { Attempt } from './attempt';
import { isIn, accountOf, referenceOf } from './attempt';
import { needsSync } from './attempt.machine';
import type { DecideContext, DecideRules, Effect } from './decision';
import type { Payment } from './payment';
import { extensionSync } from './extensions';
import { lastIncrement } from './increments';
import { netAmount } from './payment';
import { voidSync } from './post-capture-void';

const dayMs = 86_400_000;

/** The delay in ms before sync number `round` (from 0): a listed one, then the last times 1.5 each round, up to a day. Never ends. */
export function syncDelay({ syncAfterMs }: Pick<DecideRules, 'syncAfterMs'>, round: number): number {
  const listed = syncAfterMs[round];
  if (listed !== undefined) return listed;
  const last = syncAfterMs[syncAfterMs.length - 1] ?? dayMs;
  return Math.min(dayMs, Math.round(last * 1.5 ** (round - syncAfterMs.length + 1)));
}

/** The sync of the operation whose outcome the attempt awaits; undefined where none is awaited, or no account is known yet. */
export function syncOf(payment: Payment, attempt: Attempt): Effect | undefined {
  const account = accountOf(attempt);
  if (!account) return undefined;
  // A result with the round of an earlier one counts as its redelivery and is dropped. The version rises with each sync;
  // `syncCount` restarts with each state, while the operation may stay the same.
  const sync = { kind: 'sync', reference: referenceOf(attempt), round: payment.version } as const;
  const ofExtension = extensionSync(payment, attempt);
  if (ofExtension) return ofExtension;
  const increment = attempt.state === 'authorized' ? lastIncrement(payment) : undefined;
  if (increment) {
    const operation = { id: increment.operation, attemptId: attempt.id, account };
    return { ...sync, flow: 'increment', operation, money: netAmount(payment) };
  }
  if (isIn(attempt, 'authorizing', 'pending', 'authentication_pending', 'authorized')) {
    const operation = { id: attempt.facts.operation, attemptId: attempt.id, account };
    return { ...sync, flow: 'authorize', operation, money: netAmount(payment) };
  }
  if (isIn(attempt, 'capture_initiated')) {
    const operation = { id: attempt.facts.followUp, attemptId: attempt.id, account };
    return { ...sync, flow: 'capture', operation, money: attempt.facts.money };
  }
  if (isIn(attempt, 'increment_initiated')) {
    const operation = { id: attempt.facts.followUp, attemptId: attempt.id, account };
    return { ...sync, flow: 'increment', operation, money: attempt.facts.money };
  }
  if (isIn(attempt, 'void_initiated')) {
    const operation = { id: attempt.facts.followUp, attemptId: attempt.id, account };
    return { ...sync, flow: 'void', operation, money: attempt.facts.authorized };
  }
  if (isIn(attempt, 'cancellation_initiated')) {
    const operation = { id: attempt.facts.followUp, attemptId: attempt.id, account };
    return { ...sync, flow: 'void', operation, money: netAmount(payment) };
  }
  return undefined;
}

/**
 * Plans the next sync from the attempt's present state. A customer at the bank's page gets time first; `isCustomerDone`: the
 * customer has left that page, and the processor has the payment.
 */
export function nextSync(attempt: Attempt, { rules }: Pick<DecideContext, 'rules'>, isCustomerDone = false): Effect {
  const customerMs = attempt.state === 'authentication_pending' && !isCustomerDone ? rules.customerTimeoutMs : 0;
  return {
    kind: 'sync_later',
    attemptId: attempt.id,
    delayMs: Math.max(customerMs, syncDelay(rules, attempt.syncCount)),
  };
}

/** Whether an outcome of the attempt is still awaited, so that its syncs continue. */
export const awaitsOutcome = (payment: Payment, attempt: Attempt): boolean =>
  needsSync(attempt.state) ||
  isIn(attempt, 'authorizing') ||
  extensionSync(payment, attempt) !== undefined ||
  voidSync(payment, attempt) !== undefined;

/** The rounds that count now, and the next sync. Rounds stay within the list: a processor's silence must not slow the schedule further. */
export function nextUnansweredSync(
  attempt: Attempt,
  { called: wasSent, syncInMs }: Unanswered,
  { now, rules }: Pick<DecideContext, 'now' | 'rules'>,
): { readonly syncCount: number; readonly effects: readonly Effect[] } {
  const syncCount = countedRounds(attempt.syncCount, wasSent, rules);
  const delayMs = wasSent ? Math.min(syncDelay(rules, syncCount), syncInMs) : syncInMs;
  // A forced sync takes no time from a customer at the bank's page.
  const hasCustomerTime =
    isIn(attempt, 'authentication_pending') && now.getTime() < attempt.createdAt.getTime() + rules.customerTimeoutMs;
  return { syncCount, effects: hasCustomerTime ? [] : [{ kind: 'sync_later', attemptId: attempt.id, delayMs }] };
}

const countedRounds = (
  syncCount: number,
  wasSent: boolean,
  { syncAfterMs }: Pick<DecideRules, 'syncAfterMs'>,
): number => (wasSent ? Math.min(syncCount, syncAfterMs.length - 1) : Math.max(0, syncCount - 1));

/** The time in ms of all rounds before an incident: unanswered syncs do not count as rounds, so time opens the incident. */
export const stillUnknownAfterMs = (rules: Pick<DecideRules, 'syncAfterMs' | 'syncsBeforeIncident'>): number =>
  Array.from({ length: rules.syncsBeforeIncident }, (_, round) => syncDelay(rules, round)).reduce(
    (sum, ms) => sum + ms,
    0,
  );
