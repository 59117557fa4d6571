import type { Money } from '@payorch/kernel';
import type { OutcomeCase } from '@payorch/operations';
import { caseOf } from '@payorch/operations';
import type { Attempt } from '../attempts/attempt';
import { hasMark, isIn } from '../attempts/attempt';
import type { attemptMachine } from '../attempts/attempt.machine';
import { attemptOperation, needsSync } from '../attempts/attempt.machine';
import { withCapture } from '../captures/captures';
import { awaitingAnother } from '../authorization/next-attempt';
import { retryAuthorization } from '../authorization/retry-authorization';
import type { Effect } from '../decision';
import { decided } from '../decision';
import { openExtension } from '../extensions/extensions';
import { withIncrement } from '../increments/increments';
import type { Payment } from '../payment';
import { netAmount, withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { settleMandate } from '../method/recurring';
import { usesOf } from '../method/chosen-method';
import { saveMethod } from '../method/saved-payment-method';
import { syncOf } from './sync-effects';
import { nextSync } from '../attempts/next-sync';
import { beginsReview, contradicts } from '../captures/capture-review';
import { afterOutcome, withAddedFacts } from '../attempts/outcome-facts';
import type { Event } from '../outcome-event';
import type { PaymentRules, Reported } from '../outcome-rules';
import { withoutMove } from '../outcome-rules';

/** Outcomes of an authorization, and of a capture, a void or an increment of it. */
export const attemptRules: PaymentRules<typeof attemptMachine, Attempt> = {
  definition: attemptOperation,
  caseOf: (attempt, { payment, event }) => {
    const outcomeCase = caseFor(payment, attempt, event);
    return outcomeCase === 'unproven_mismatch' || appliesTo(attempt, { payment, event }, outcomeCase)
      ? outcomeCase
      : 'superseded';
  },
  moved: (attempt, on, { payment, event, context }) => {
    const moved = afterOutcome(attempt, on, event, context.now);
    const applied = afterReplacement(
      withSums(withFollowUp(withAttempt(payment, moved), attempt, event, context.now)),
      { before: attempt, after: moved },
      context,
    );
    const retried = retryAuthorization(applied, attempt, moved, event, context);
    if (retried) return retried;
    const saving = saveMethod(applied, moved, event, context);
    const settled = settleMandate(saving.payment);
    const { pendingReplies } = applied;
    return decided({ ...settled.payment, pendingReplies: [] }, [
      ...syncEffects(settled.payment, moved, { payment, attempt, event, context }),
      ...saving.effects,
      ...usesOf(settled.payment, moved, attempt, context.now),
      ...settled.effects,
      { kind: 'reply', pendingReplies },
    ]);
  },
  // Most are stale and may only add facts. Money on an attempt that we gave up is never dropped: an authorized amount is
  // voided, a charge opens an incident.
  late: (attempt, reported, verdict) => {
    const { payment, event, context } = reported;
    const added = withAddedFacts(attempt, event, context.now);
    const late: Effect = { kind: 'incident', attemptId: attempt.id, incident: 'late_success' };
    const contradicted: Effect = { kind: 'incident', attemptId: attempt.id, incident: 'contradicted' };
    const effects: Effect[] =
      verdict === 'late_success'
        ? [late, ...voidLate(attempt, event)]
        : contradicts(attempt, payment, event)
          ? [contradicted]
          : [];
    return withoutMove(
      reported,
      payment.pendingReplies,
      effects,
      added ? withSums(withAttempt(payment, added)) : payment,
    );
  },
};

const caseFor = (payment: Payment, attempt: Attempt, event: Event): OutcomeCase =>
  caseOf(event, {
    authorized: wholeAmount(payment, attempt),
    incremented: isIn(attempt, 'increment_initiated') ? attempt.facts.money : undefined,
  });

/** A charge of less is a part. With a partial authorization even a charge of everything authorized is one (states, 1.4). */
function wholeAmount(payment: Payment, { facts }: Attempt): Money | undefined {
  if (payment.terms.acceptsPartialAuthorization) return netAmount(payment);
  return 'authorized' in facts ? facts.authorized : undefined;
}

/**
 * Whether an outcome applies to the operation under way. An outcome of an earlier operation does not: its success or refusal
 * answers no present caller. Two exceptions: an outcome that ends the authorization, and one that reports the incremented
 * amount as authorized, from whatever flow.
 */
function appliesTo(
  attempt: Attempt,
  { payment, event }: Pick<Reported, 'payment' | 'event'>,
  outcomeCase: OutcomeCase,
): boolean {
  const { operationId, flow, outcome } = event;
  if (isIn(attempt, 'charged', 'partial_charged')) return beginsReview(attempt, payment, event);
  if (isIn(attempt, 'increment_initiated')) {
    const isEnd = outcome.kind === 'captured' || outcome.kind === 'voided';
    return attempt.facts.followUp === operationId || (flow !== 'increment' && (outcomeCase === 'authorized' || isEnd));
  }
  if (isIn(attempt, 'capture_initiated', 'void_initiated', 'remainder_void_initiated')) {
    return attempt.facts.followUp === operationId || (flow === 'authorize' && outcomeCase !== 'authorized');
  }
  if (isIn(attempt, 'cancellation_initiated')) return flow === 'authorize' || attempt.facts.followUp === operationId;
  if (hasMark(attempt, 'underWay', 'authorize')) return flow === 'authorize';
  return true;
}

/** The end of an attempt that the customer replaces is not the payment's: it waits for another one. */
const afterReplacement = (
  payment: Payment,
  { before, after }: { readonly before: Attempt; readonly after: Attempt },
  context: Reported['context'],
): Payment =>
  isIn(before, 'cancellation_initiated') && before.facts.isReplaced && after.state === 'voided'
    ? awaitingAnother(payment, context)
    : payment;

/** The capture or increment under way follows its own table. */
function withFollowUp(payment: Payment, attempt: Attempt, event: Event, now: Date): Payment {
  if (!isIn(attempt, 'capture_initiated', 'increment_initiated')) return payment;
  const { outcome } = event;
  const outcomeCase = caseFor(payment, attempt, event);
  return withIncrement(withCapture(payment, attempt, outcome, outcomeCase, now), attempt, outcome, outcomeCase);
}

/** Plans the next sync where an outcome is now awaited, and cancels the planned one where none is. */
function syncEffects(
  payment: Payment,
  after: Attempt,
  { attempt: before, event: { source, outcome }, context }: Reported,
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
  // A webhook may report the authorization alone: only a sync reports whether it is extended or permits an overcapture.
  const isExtensionUnknown = payment.terms.requestsExtension && (after.authorizationTerms?.isExtended ?? null) === null;
  const areTermsUnknown = isIn(after, 'authorized') && (isExtensionUnknown || after.overcapture?.isEnabled === null);
  const sync = areTermsUnknown && source === 'webhook' ? syncOf(payment, after) : undefined;
  if (sync) effects.push(sync);
  if (after.state === 'integrity_failure')
    effects.push({ kind: 'incident', attemptId: after.id, incident: 'amounts_differ' });
  if (after.state === 'capture_review')
    effects.push({ kind: 'incident', attemptId: after.id, incident: 'contradicted' });
  return effects;
}

/** The operation id is derived: however often the outcome arrives, the processor receives one void. */
const voidLate = ({ id }: Attempt, { operationId, account, outcome }: Event): Effect[] =>
  outcome.kind === 'authorized'
    ? [
        {
          kind: 'void',
          operation: { id: `${operationId}_late` as Event['operationId'], attemptId: id, account },
          reference: outcome.reference,
          reason: 'authorized after the attempt had ended',
        },
      ]
    : [];
