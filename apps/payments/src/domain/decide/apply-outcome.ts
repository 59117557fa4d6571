import type { DataOf, Outcome, ProcessorError, connectorOutcome } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { isMore, money, nextState } from '@payorch/kernel';
import { nextQuestion } from '../asking';
import type { Attempt, Facts } from '../attempt';
import { accountOf, isIn, referenceOf } from '../attempt';
import type { AttemptState } from '../attempt.machine';
import { attemptMachine, isAsked } from '../attempt.machine';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import type { Capture, Payment } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { tryNextAccount } from './try-next-account';

type Event = DataOf<typeof connectorOutcome>;

/**
 * What a processor said of one of our operations: by the call itself, by a sync, or by a verified webhook, in any order
 * and any number of times. The table says whether it still changes anything.
 */
export function applyOutcome(payment: Payment | undefined, event: Event, context: DecideContext): Decision {
  const attempt = payment?.attempts.find(({ id }) => id === event.attemptId);
  if (!payment || !attempt) return unchanged();
  const state = concerns(attempt, event)
    ? nextState(attemptMachine, attempt.state, eventOf(attempt, event.outcome))
    : undefined;
  if (state === undefined) return tooLate(payment, attempt, event);
  const moved = moveTo(attempt, state, event, context.now);
  const applied = withSums(withCapture(withAttempt(payment, moved), attempt, event, context.now));
  const retried = tryNextAccount(applied, moved, event, context);
  if (retried) return retried;
  const { waiters } = applied;
  return decided({ ...applied, waiters: [] }, [...asking(attempt, moved, event, context), { kind: 'answer', waiters }]);
}

/** An answer about a capture or void that is no longer the one under way tells nothing about the one that is. */
function concerns(attempt: Attempt, { operationId, flow }: Event): boolean {
  if (isIn(attempt, 'capture_initiated', 'void_initiated', 'cancellation_initiated')) {
    return flow === 'authorize' || attempt.facts.following === operationId;
  }
  if (isIn(attempt, 'authorizing', 'pending', 'authentication_pending')) return flow === 'authorize';
  return true;
}

/** The machine's word for an outcome: a capture of less than what is held has one of its own. */
function eventOf(attempt: Attempt, outcome: Outcome): string {
  if (outcome.kind === 'captured' && 'held' in attempt.facts && isMore(attempt.facts.held, outcome.money))
    return 'captured_partly';
  // Asked about the authorization while a capture or void is under way: that it is held is no news.
  if (outcome.kind === 'authorized' && isIn(attempt, 'capture_initiated', 'void_initiated')) return 'unknown';
  return outcome.kind;
}

const noError = (code: string, message: string): ProcessorError => ({ code, message, reason: null });

/** The facts of the state that the table leads to. What an outcome does not say stays as it was known. */
function moveTo(attempt: Attempt, state: AttemptState, event: Event, now: Date): Attempt {
  const { outcome, account, fallbacks } = event;
  const operation = 'operation' in attempt.facts ? attempt.facts.operation : event.operationId;
  const reference = ('reference' in outcome ? outcome.reference : null) ?? referenceOf(attempt);
  const error = 'error' in outcome ? outcome.error : null;
  const at = { operation, account, reference: reference ?? '' };
  const sum: Money =
    'money' in outcome ? outcome.money : 'held' in attempt.facts ? attempt.facts.held : money(0n, 'USD');
  const facts: { [S in AttemptState]?: Facts[S] } = {
    pending: { operation, account, reference, error },
    authentication_pending: { ...at, challenge: challengeOf(attempt, outcome) },
    authorized: { ...at, held: 'held' in attempt.facts ? attempt.facts.held : sum, error },
    charged: { ...at, charged: sum },
    partial_charged: { ...at, charged: sum },
    voided: { account, reference },
    failure: { account, reference, error: error ?? noError('No error code', 'The processor knows of no such payment') },
    expired: { account, reference: reference ?? '' },
    integrity_failure: { ...at, reported: sum },
    ...('held' in attempt.facts
      ? {
          capture_failed: { ...at, held: attempt.facts.held, error },
          void_failed: { ...at, held: attempt.facts.held, error },
        }
      : {}),
  };
  const known = facts[state] ?? attempt.facts;
  const stays = state === attempt.state;
  return {
    ...attempt,
    state,
    facts: stays && state !== 'pending' ? attempt.facts : known,
    fallbacks: fallbacks ?? attempt.fallbacks,
    asked: stays ? attempt.asked : 0,
    modifiedAt: now,
  } as unknown as Attempt;
}

const challengeOf = (attempt: Attempt, outcome: Outcome): Facts['authentication_pending']['challenge'] => {
  if (outcome.kind === 'challenged') return outcome.challenge;
  return 'challenge' in attempt.facts ? attempt.facts.challenge : { url: '', method: 'GET', fields: {} };
};

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
function asking(before: Attempt, after: Attempt, { source }: Event, context: DecideContext): Effect[] {
  const effects: Effect[] = [];
  if (isAsked(after.state)) {
    // The job that asked has planned its successor already.
    if (after.state !== before.state || source !== 'sync') effects.push(nextQuestion(after, context));
  } else if (isAsked(before.state)) {
    effects.push({ kind: 'stop_asking', attemptId: after.id });
  }
  if (after.state === 'integrity_failure')
    effects.push({ kind: 'incident', attemptId: after.id, incident: 'sums_differ' });
  return effects;
}

/**
 * The table knows no such event here. Most such news is stale and changes nothing; but money that turns up on an attempt
 * we had given up is never dropped: what is held is let go again, what was charged goes to a person.
 */
function tooLate(payment: Payment, attempt: Attempt, event: Event): Decision {
  const { waiters } = payment;
  const answer: Effect[] = waiters.length > 0 && event.source === 'sync' ? [{ kind: 'answer', waiters }] : [];
  const { outcome } = event;
  const given = isIn(attempt, 'failure', 'expired') || (attempt.state === 'voided' && accountOf(attempt) !== null);
  if (!given || (outcome.kind !== 'authorized' && outcome.kind !== 'captured')) {
    return answer.length > 0 ? decided({ ...payment, waiters: [] }, answer) : unchanged();
  }
  const effects: Effect[] = [...answer, { kind: 'incident', attemptId: attempt.id, incident: 'late_success' }];
  if (outcome.kind === 'authorized') {
    effects.push({
      kind: 'void',
      operation: {
        id: `${event.operationId}_late` as Event['operationId'],
        attemptId: attempt.id,
        account: event.account,
      },
      reference: outcome.reference,
      reason: 'authorized after the attempt had ended',
    });
  }
  return decided({ ...payment, waiters: answer.length > 0 ? [] : waiters }, effects);
}

export const isActive = (payment: Payment, attempt: Attempt): boolean => activeAttempt(payment).id === attempt.id;
