import type { Unanswered } from '@payorch/contracts';
import { afterUnansweredSync, syncDelayMs } from '@payorch/operations';
import type { Attempt } from './attempt';
import { isIn, accountOf, referenceOf } from './attempt';
import { isClaimedOpen } from './claim';
import { needsSync } from './attempt.machine';
import type { DecideContext, Effect } from './decision';
import { challengeSync, isAuthenticating } from './operations/authentications';
import { openCaptures } from './operations/captures';
import type { Payment } from './payment';
import { extensionSync } from './operations/extensions';
import { lastIncrement } from './operations/increments';
import { netAmount } from './payment';
import { voidSync } from './operations/post-capture-void';

/** The sync of the operation whose outcome the attempt awaits; undefined where none is awaited, or no account is known yet. */
export function syncOf(payment: Payment, attempt: Attempt): Effect | undefined {
  if (isAuthenticating(attempt)) return challengeSync(payment, attempt);
  const account = accountOf(attempt);
  if (!account) return undefined;
  const ofExtension = extensionSync(payment, attempt);
  if (ofExtension) return ofExtension;
  const synced = syncedOperation(payment, attempt);
  if (!synced) return undefined;
  const { flow, id, money } = synced;
  // A result with the round of an earlier one counts as its redelivery and is dropped. The version rises with each sync;
  // `syncCount` restarts with each state, while the operation may stay the same.
  const round = payment.version;
  return {
    kind: 'sync',
    flow,
    operation: { id, attemptId: attempt.id, account },
    reference: referenceOf(attempt),
    money,
    round,
  };
}

type Sync = Extract<Effect, { kind: 'sync' }>;
type SyncedOperation = Pick<Sync, 'flow' | 'money'> & Pick<Sync['operation'], 'id'>;

/** The operation under way, or the one that set the present authorized amount, with the amount that a sync expects. */
function syncedOperation(payment: Payment, attempt: Attempt): SyncedOperation | undefined {
  const { state, facts } = attempt;
  switch (state) {
    case 'authorizing':
    case 'pending':
    case 'authentication_pending':
      return { flow: 'authorize', id: facts.operation, money: netAmount(payment) };
    case 'authorized':
    case 'partial_charged_and_chargeable': {
      const increment = lastIncrement(payment);
      return increment
        ? { flow: 'increment', id: increment.operation, money: facts.authorized }
        : { flow: 'authorize', id: facts.operation, money: facts.authorized };
    }
    case 'multiple_capture_initiated':
    case 'further_capture_initiated':
      return captureInTurn(payment, attempt);
    case 'capture_initiated':
      return { flow: 'capture', id: facts.followUp, money: facts.money };
    case 'increment_initiated':
      return { flow: 'increment', id: facts.followUp, money: facts.money };
    case 'void_initiated':
    case 'remainder_void_initiated':
      return { flow: 'void', id: facts.followUp, money: facts.authorized };
    case 'cancellation_initiated':
      return { flow: 'void', id: facts.followUp, money: netAmount(payment) };
    default:
      return isClaimedOpen(attempt) ? endedOperation(payment, attempt) : undefined;
  }
}

/** The operation that the processor can still report on after the end of the attempt. */
function endedOperation({ captures }: Payment, { id, facts }: Attempt): SyncedOperation | undefined {
  const capture = captures.findLast(({ attemptId, status }) => attemptId === id && status === 'charged');
  if (capture) return { flow: 'capture', id: capture.operation, money: capture.money };
  if ('charged' in facts) return { flow: 'authorize', id: facts.operation, money: facts.charged };
  return 'authorized' in facts ? { flow: 'authorize', id: facts.operation, money: facts.authorized } : undefined;
}

/** Of several captures under way each round syncs another one: none waits for an answer about the others. */
function captureInTurn(payment: Payment, attempt: Attempt): SyncedOperation | undefined {
  const open = openCaptures(payment, attempt);
  const capture = open[attempt.syncCount % open.length];
  return capture && { flow: 'capture', id: capture.operation, money: capture.money };
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
    delayMs: Math.max(customerMs, syncDelayMs(rules, attempt.syncCount)),
  };
}

/** Whether an outcome of the attempt is still awaited, so that its syncs continue. */
export const awaitsOutcome = (payment: Payment, attempt: Attempt): boolean =>
  needsSync(attempt.state) ||
  isIn(attempt, 'authorizing') ||
  extensionSync(payment, attempt) !== undefined ||
  voidSync(payment, attempt) !== undefined;

/** The rounds that count after a sync without an answer, and the next sync. */
export function nextUnansweredSync(
  attempt: Attempt,
  unanswered: Unanswered,
  { now, rules }: Pick<DecideContext, 'now' | 'rules'>,
): { readonly syncCount: number; readonly effects: readonly Effect[] } {
  const { syncCount, delayMs } = afterUnansweredSync(attempt.syncCount, unanswered, rules);
  // A forced sync takes no time from a customer at the bank's page.
  const hasCustomerTime =
    isIn(attempt, 'authentication_pending') && now.getTime() < attempt.createdAt.getTime() + rules.customerTimeoutMs;
  return { syncCount, effects: hasCustomerTime ? [] : [{ kind: 'sync_later', attemptId: attempt.id, delayMs }] };
}
