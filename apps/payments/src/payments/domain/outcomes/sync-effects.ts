import type { Unanswered } from '@payorch/contracts';
import { afterUnansweredSync } from '@payorch/operations';
import type { Attempt } from '../attempts/attempt';
import { isIn, hasMark, accountOf, referenceOf } from '../attempts/attempt';
import { isClaimedOpen } from '../attempts/claim';
import { needsSync } from '../attempts/attempt.machine';
import type { DecideContext, Effect } from '../decision';
import { challengeSync, isAuthenticating } from '../authentications/authentications';
import { openCaptures } from '../captures/captures';
import type { Payment } from '../payment';
import { extensionSync } from '../extensions/extensions';
import { lastIncrement } from '../increments/increments';
import { netAmount } from '../payment';
import { voidSync } from '../post-capture-voids/post-capture-voids';

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
  if (hasMark(attempt, 'underWay', 'authorize'))
    return { flow: 'authorize', id: attempt.facts.operation, money: netAmount(payment) };
  if (hasMark(attempt, 'underWay', 'increment')) {
    const { followUp, money } = attempt.facts;
    return { flow: 'increment', id: followUp, money };
  }
  if (hasMark(attempt, 'underWay', 'capture')) {
    const { facts } = attempt;
    return 'followUp' in facts
      ? { flow: 'capture', id: facts.followUp, money: facts.money }
      : captureInTurn(payment, attempt);
  }
  if (hasMark(attempt, 'underWay', 'void')) {
    const { facts } = attempt;
    return { flow: 'void', id: facts.followUp, money: 'authorized' in facts ? facts.authorized : netAmount(payment) };
  }
  if (isIn(attempt, 'authorized', 'partial_charged_and_chargeable')) {
    const { operation, authorized: money } = attempt.facts;
    const increment = lastIncrement(payment);
    return increment
      ? { flow: 'increment', id: increment.operation, money }
      : { flow: 'authorize', id: operation, money };
  }
  return isClaimedOpen(attempt) ? endedOperation(payment, attempt) : undefined;
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

/** The sync of an extension or a void under way, which do not change the attempt's state meanwhile. */
export const followUpSync = (payment: Payment, attempt: Attempt): Effect | undefined =>
  extensionSync(payment, attempt) ?? voidSync(payment, attempt);

/** Whether an outcome of the attempt is still awaited, so that its syncs continue. */
export const awaitsOutcome = (payment: Payment, attempt: Attempt): boolean =>
  needsSync(attempt.state) || isIn(attempt, 'authorizing') || followUpSync(payment, attempt) !== undefined;

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
