import type { DataOf, Outcome, connectorOutcome } from '@payorch/contracts';
import { equals, isMore, nextState } from '@payorch/kernel';
import { nextQuestion, questionAbout } from '../asking';
import type { Attempt } from '../attempt';
import { isIn } from '../attempt';
import { attemptMachine, isAsked } from '../attempt.machine';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import { openExtension, wishesExtension } from '../extensions';
import { withIncrement } from '../increments';
import { keepMethod } from '../keeping';
import { afterOutcome, moreOfTheSame } from '../outcome-facts';
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
 * What a processor said of one of our operations: by the call itself, by a sync, or by a verified webhook, in any order
 * and any number of times. The table says whether it still changes anything.
 */
export function applyOutcome(payment: Payment | undefined, event: Event, context: DecideContext): Decision {
  const attempt = payment?.attempts.find(({ id }) => id === event.attemptId);
  if (!payment || !attempt) return unchanged();
  if (event.unanswered) return unansweredSync(payment, attempt, event.unanswered, context);
  if (event.flow === 'extend') return applyExtensionOutcome(payment, event, context);
  if (event.flow === 'post_capture_void') return applyVoidOutcome(payment, event, context);
  if (event.source === 'webhook' && event.outcome.kind === 'mismatched') return doubt(payment, attempt);
  const word = eventOf(attempt, event.outcome);
  const state = concerns(attempt, event) ? nextState(attemptMachine, attempt.state, word) : undefined;
  if (state === undefined) return tooLate(payment, attempt, event, context.now);
  const moved = afterOutcome(attempt, state, event, context.now);
  const noted = withCapture(withAttempt(payment, moved), attempt, event, context.now);
  const applied = withSums(withIncrement(noted, attempt, word, event.outcome));
  const retried = tryNextAccount(applied, moved, event, context);
  if (retried) return retried;
  const keeping = keepMethod(applied, moved, event, context);
  const settled = settleMandate(keeping.payment);
  const { waiters } = applied;
  return decided({ ...settled.payment, waiters: [] }, [
    ...asking(settled.payment, attempt, moved, event, context),
    ...keeping.effects,
    ...settled.effects,
    { kind: 'answer', waiters },
  ]);
}

/** A sum that only a webhook tells is never taken for the truth: the processor is asked, where its word is waited for. */
function doubt(payment: Payment, attempt: Attempt): Decision {
  const question = isAsked(attempt.state) ? questionAbout(payment, attempt) : undefined;
  return question ? decided(withAttempt(payment, { ...attempt, asked: attempt.asked + 1 }), [question]) : unchanged();
}

/**
 * An answer about an operation that is no longer the one under way tells nothing about the one that is. Of the authorization
 * before it only its end is news, and of an increment that the new sum is held, whoever tells it: that it was granted or
 * refused once is neither an answer to whoever waits now nor a refusal.
 */
function concerns(attempt: Attempt, { operationId, flow, outcome }: Event): boolean {
  if (isIn(attempt, 'increment_initiated')) {
    const isRaised = outcome.kind === 'authorized' && equals(outcome.money, attempt.facts.money);
    const isEnd = outcome.kind === 'captured' || outcome.kind === 'voided';
    return attempt.facts.following === operationId || (flow !== 'increment' && (isRaised || isEnd));
  }
  if (isIn(attempt, 'capture_initiated', 'void_initiated')) {
    return attempt.facts.following === operationId || (flow === 'authorize' && outcome.kind !== 'authorized');
  }
  if (isIn(attempt, 'cancellation_initiated')) return flow === 'authorize' || attempt.facts.following === operationId;
  if (isIn(attempt, 'authorizing', 'pending', 'authentication_pending')) return flow === 'authorize';
  return true;
}

/** The machine's word for an outcome: a capture of less than what is held has one of its own. */
function eventOf(attempt: Attempt, outcome: Outcome): string {
  if (outcome.kind === 'captured' && 'held' in attempt.facts && isMore(attempt.facts.held, outcome.money))
    return 'captured_partly';
  // Asked about the authorization while a capture or void is under way: that it is held is no news.
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
  const { following } = attempt.facts;
  const captures = payment.captures.map((capture) => {
    if (capture.operation !== following) return capture;
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

/** Plans the next question where we now wait for the processor's word, and drops the plan where we no longer do. */
function asking(
  payment: Payment,
  before: Attempt,
  after: Attempt,
  { source, outcome }: Event,
  context: DecideContext,
): Effect[] {
  const effects: Effect[] = [];
  if (isAsked(after.state)) {
    const isTheirTurn = isIn(after, 'authentication_pending') && outcome.kind === 'accepted';
    // The job that asked has planned its successor already, but for a customer who was still expected.
    if (after.state !== before.state || source !== 'sync' || isTheirTurn) {
      effects.push(nextQuestion(after, context, isTheirTurn));
    }
  } else if (isAsked(before.state)) {
    // Held again after all: what was asked meanwhile to stay so for longer is still to be asked about.
    const isExtending = isIn(after, 'authorized') && openExtension(payment, after) !== undefined;
    effects.push(isExtending ? nextQuestion(after, context) : { kind: 'stop_asking', attemptId: after.id });
  }
  // A webhook may say that it is held, and no more: what came of the merchant's wish only a question can tell.
  const isUntold = isIn(after, 'authorized') && wishesExtension(payment) && (after.hold?.isExtended ?? null) === null;
  const question = isUntold && source === 'webhook' ? questionAbout(payment, after) : undefined;
  if (question) effects.push(question);
  if (after.state === 'integrity_failure')
    effects.push({ kind: 'incident', attemptId: after.id, incident: 'sums_differ' });
  return effects;
}

/** Given up as never charged. A void that the processor confirmed is no such end for what it held: that it did is old news. */
const lateMoney = (attempt: Attempt, { kind }: Outcome): boolean =>
  (kind === 'authorized' && isIn(attempt, 'failure', 'expired')) ||
  (kind === 'captured' && isIn(attempt, 'failure', 'expired', 'voided', 'capture_failed', 'void_failed'));

/**
 * The table knows no such event here. Most such news is stale and changes nothing, but for what it may add to what is known;
 * and money that turns up on an attempt we had given up is never dropped: what is held is let go again, what was charged
 * goes to a person.
 */
function tooLate(payment: Payment, attempt: Attempt, event: Event, now: Date): Decision {
  const { outcome, source } = event;
  const more = moreOfTheSame(attempt, event, now);
  const known = more ? withAttempt(payment, more) : payment;
  const waiters = source === 'sync' ? payment.waiters : [];
  const answer: Effect[] = waiters.length > 0 ? [{ kind: 'answer', waiters }] : [];
  const answered = waiters.length > 0 ? { ...known, waiters: [] } : known;
  if (!lateMoney(attempt, outcome)) return answered === payment ? unchanged() : decided(answered, answer);
  return decided(answered, [
    ...answer,
    { kind: 'incident', attemptId: attempt.id, incident: 'late_success' },
    ...(outcome.kind === 'authorized' ? [letGo(attempt, event, outcome.reference)] : []),
  ]);
}

/** One operation for life: however often the news comes, the processor is told once. */
const letGo = ({ id }: Attempt, { operationId, account }: Event, reference: string): Effect => ({
  kind: 'void',
  operation: { id: `${operationId}_late` as Event['operationId'], attemptId: id, account },
  reference,
  reason: 'authorized after the attempt had ended',
});
