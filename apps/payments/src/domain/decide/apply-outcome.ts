import type { DataOf, Outcome, connectorOutcome } from '@payorch/contracts';
import { equals, isMore, nextState } from '@payorch/kernel';
import { nextSync, syncOf } from '../sync-schedule';
import type { Attempt } from '../attempt';
import { isIn } from '../attempt';
import { attemptMachine, needsSync } from '../attempt.machine';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import { openExtension, requestsExtension } from '../extensions';
import { withIncrement } from '../increments';
import { saveMethod } from '../saved-payment-method';
import { afterOutcome, withAddedFacts } from '../outcome-facts';
import type { Capture, Payment } from '../payment';
import { withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { settleMandate } from '../recurring';
import { applyExtensionOutcome } from './apply-extension-outcome';
import { applyVoidOutcome } from './apply-void-outcome';
import { tryNextAccount } from './try-next-account';
import { unansweredSync } from './unanswered-sync';

type Event = DataOf<typeof connectorOutcome>;

/**
 * Applies an outcome of one of our operations, from the call, a sync or a verified webhook, in any order and any number of
 * times. The table says whether it still changes anything.
 */
export function applyOutcome(payment: Payment | undefined, event: Event, context: DecideContext): Decision {
  const attempt = payment?.attempts.find(({ id }) => id === event.attemptId);
  if (!payment || !attempt) return unchanged();
  if (event.unanswered) return unansweredSync(payment, attempt, event.unanswered, context);
  if (event.flow === 'extend') return applyExtensionOutcome(payment, event, context);
  if (event.flow === 'post_capture_void') return applyVoidOutcome(payment, event, context);
  if (event.source === 'webhook' && event.outcome.kind === 'mismatched') return verifyMismatch(payment, attempt);
  const machineEvent = eventOf(attempt, event.outcome);
  const state = appliesTo(attempt, event) ? nextState(attemptMachine, attempt.state, machineEvent) : undefined;
  if (state === undefined) return applyLateOutcome(payment, attempt, event, context.now);
  const moved = afterOutcome(attempt, state, event, context.now);
  const captured = withCapture(withAttempt(payment, moved), attempt, event, context.now);
  const applied = withSums(withIncrement(captured, attempt, machineEvent, event.outcome));
  const retried = tryNextAccount(applied, moved, event, context);
  if (retried) return retried;
  const saving = saveMethod(applied, moved, event, context);
  const settled = settleMandate(saving.payment);
  const { pendingReplies } = applied;
  return decided({ ...settled.payment, pendingReplies: [] }, [
    ...syncEffects(settled.payment, attempt, moved, event, context),
    ...saving.effects,
    ...settled.effects,
    { kind: 'answer', pendingReplies },
  ]);
}

/** A webhook alone never proves a different amount: a sync verifies it, while an outcome is awaited. */
function verifyMismatch(payment: Payment, attempt: Attempt): Decision {
  const sync = needsSync(attempt.state) ? syncOf(payment, attempt) : undefined;
  return sync ? decided(withAttempt(payment, { ...attempt, syncCount: attempt.syncCount + 1 }), [sync]) : unchanged();
}

/**
 * Whether an outcome applies to the operation under way. An outcome of an earlier operation does not: its success or refusal
 * answers no present caller. Two exceptions: an outcome that ends the authorization, and one that reports the incremented
 * amount as authorized, from whatever flow.
 */
function appliesTo(attempt: Attempt, { operationId, flow, outcome }: Event): boolean {
  if (isIn(attempt, 'increment_initiated')) {
    const isIncremented = outcome.kind === 'authorized' && equals(outcome.money, attempt.facts.money);
    const isEnd = outcome.kind === 'captured' || outcome.kind === 'voided';
    return attempt.facts.followUp === operationId || (flow !== 'increment' && (isIncremented || isEnd));
  }
  if (isIn(attempt, 'capture_initiated', 'void_initiated')) {
    return attempt.facts.followUp === operationId || (flow === 'authorize' && outcome.kind !== 'authorized');
  }
  if (isIn(attempt, 'cancellation_initiated')) return flow === 'authorize' || attempt.facts.followUp === operationId;
  if (isIn(attempt, 'authorizing', 'pending', 'authentication_pending')) return flow === 'authorize';
  return true;
}

/** The machine's event for an outcome: a capture below the authorized amount has its own. */
function eventOf(attempt: Attempt, outcome: Outcome): string {
  if (outcome.kind === 'captured' && 'authorized' in attempt.facts && isMore(attempt.facts.authorized, outcome.money))
    return 'captured_partly';
  // While a capture or void is under way, a sync that finds the payment authorized adds nothing.
  if (outcome.kind === 'authorized' && isIn(attempt, 'capture_initiated', 'void_initiated')) return 'unknown';
  if (
    outcome.kind === 'authorized' &&
    isIn(attempt, 'increment_initiated') &&
    !equals(outcome.money, attempt.facts.money)
  )
    return 'unknown';
  return outcome.kind;
}

const captureStatus: Partial<Record<Outcome['kind'], Capture['status']>> = {
  captured: 'charged',
  declined: 'failed',
  not_sent: 'failed',
  absent: 'failed',
  accepted: 'pending',
  unknown: 'pending',
};

function withCapture(payment: Payment, attempt: Attempt, { outcome }: Event, now: Date): Payment {
  if (!isIn(attempt, 'capture_initiated')) return payment;
  const { followUp } = attempt.facts;
  const captures = payment.captures.map((capture) => {
    if (capture.operation !== followUp) return capture;
    return {
      ...capture,
      status: captureStatus[outcome.kind] ?? capture.status,
      money: outcome.kind === 'captured' ? outcome.money : capture.money,
      connectorCaptureId: 'reference' in outcome ? outcome.reference : capture.connectorCaptureId,
      error: 'error' in outcome ? outcome.error : null,
      modifiedAt: now,
    };
  });
  return { ...payment, captures };
}

/** Plans the next sync where an outcome is now awaited, and cancels the planned one where none is. */
function syncEffects(
  payment: Payment,
  before: Attempt,
  after: Attempt,
  { source, outcome }: Event,
  context: DecideContext,
): Effect[] {
  const effects: Effect[] = [];
  if (needsSync(after.state)) {
    const isTheirTurn = isIn(after, 'authentication_pending') && outcome.kind === 'accepted';
    // The job behind a sync has already planned the next one, but with a delay for a customer at the bank's page.
    if (after.state !== before.state || source !== 'sync' || isTheirTurn) {
      effects.push(nextSync(after, context, isTheirTurn));
    }
  } else if (needsSync(before.state)) {
    // Authorized again: an extension requested meanwhile still needs its sync.
    const isExtending = isIn(after, 'authorized') && openExtension(payment, after) !== undefined;
    effects.push(isExtending ? nextSync(after, context) : { kind: 'cancel_sync', attemptId: after.id });
  }
  // A webhook may report the authorization alone: only a sync reports whether it is extended.
  const isExtensionUnknown =
    isIn(after, 'authorized') && requestsExtension(payment) && (after.authorizationTerms?.isExtended ?? null) === null;
  const sync = isExtensionUnknown && source === 'webhook' ? syncOf(payment, after) : undefined;
  if (sync) effects.push(sync);
  if (after.state === 'integrity_failure')
    effects.push({ kind: 'incident', attemptId: after.id, incident: 'amounts_differ' });
  return effects;
}

/** Money on an attempt that we gave up as not charged. After a confirmed void, a late `authorized` is stale and no such case. */
const isLateMoney = (attempt: Attempt, { kind }: Outcome): boolean =>
  (kind === 'authorized' && isIn(attempt, 'failure', 'expired')) ||
  (kind === 'captured' && isIn(attempt, 'failure', 'expired', 'voided', 'capture_failed', 'void_failed'));

/**
 * Applies an outcome that the table does not allow here. Most are stale and may only add facts. Money on an attempt that we
 * gave up is never dropped: an authorized amount is voided, a charge opens an incident.
 */
function applyLateOutcome(payment: Payment, attempt: Attempt, event: Event, now: Date): Decision {
  const { outcome, source } = event;
  const added = withAddedFacts(attempt, event, now);
  const known = added ? withAttempt(payment, added) : payment;
  const pendingReplies = source === 'sync' ? payment.pendingReplies : [];
  const answer: Effect[] = pendingReplies.length > 0 ? [{ kind: 'answer', pendingReplies }] : [];
  const answered = pendingReplies.length > 0 ? { ...known, pendingReplies: [] } : known;
  if (!isLateMoney(attempt, outcome)) return answered === payment ? unchanged() : decided(answered, answer);
  return decided(answered, [
    ...answer,
    { kind: 'incident', attemptId: attempt.id, incident: 'late_success' },
    ...(outcome.kind === 'authorized' ? [voidLate(attempt, event, outcome.reference)] : []),
  ]);
}

/** The operation id is derived: however often the outcome arrives, the processor receives one void. */
const voidLate = ({ id }: Attempt, { operationId, account }: Event, reference: string): Effect => ({
  kind: 'void',
  operation: { id: `${operationId}_late` as Event['operationId'], attemptId: id, account },
  reference,
  reason: 'authorized after the attempt had ended',
});
