import type { DataOf, Outcome, connectorOutcome } from '@payorch/contracts';
import { flowNotSupported, refuse } from '@payorch/contracts';
import { nextState } from '@payorch/kernel';
import { nextQuestion } from '../asking';
import type { Attempt } from '../attempt';
import { isIn } from '../attempt';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import type { ExtensionState } from '../extension.machine';
import { extensionMachine } from '../extension.machine';
import { withExtension } from '../extensions';
import type { Extension, Payment, Waiter } from '../payment';
import { withAttempt } from '../payment';

type Event = DataOf<typeof connectorOutcome>;

/**
 * What a processor said of an extension, by the call, a sync or a webhook, in any order and any number of times. Who waits
 * for a capture or a void that was begun meanwhile goes on waiting for that.
 */
export function applyExtensionOutcome(payment: Payment, event: Event, context: DecideContext): Decision {
  const known = payment.extensions.find(({ operation }) => operation === event.operationId);
  const attempt = payment.attempts.find(({ id }) => id === event.attemptId);
  if (!known || !attempt) return unchanged();
  const state = nextState(extensionMachine, known.state, wordOf(event.outcome));
  const isOwn = ({ replyCorrelationId }: Waiter): boolean => known.askers.includes(replyCorrelationId);
  const isHeld = isIn(attempt, 'authorized');
  const heard = payment.waiters.filter((waiter) => isHeld || isOwn(waiter));
  const left = { ...payment, waiters: payment.waiters.filter((waiter) => !heard.includes(waiter)) };
  if (state === undefined) {
    return event.source === 'sync' && heard.length > 0
      ? decided(left, [{ kind: 'answer', waiters: heard }])
      : unchanged();
  }
  const applied = withExtension(left, extensionAfter(known, state, event.outcome, context.now));
  const shown = isHeld ? withAttempt(applied, errorShown(attempt, state, event.outcome)) : applied;
  const effects = isHeld ? asking(attempt, state, event, context) : [];
  if (state !== 'refused') return decided(shown, [...effects, { kind: 'answer', waiters: heard }]);
  const refusal = refuse('flow_not_supported', { flow: 'extend_authorization', connector: event.account.connector });
  return decided(shown, [
    ...effects,
    { kind: 'refuse', waiters: heard.filter(isOwn), refusal },
    { kind: 'answer', waiters: heard.filter((waiter) => !isOwn(waiter)) },
  ]);
}

/** The machine's word for an outcome. Of the authorization itself it tells nothing. */
const wordOf = (outcome: Outcome): string =>
  outcome.kind === 'not_sent' && outcome.error.code === flowNotSupported ? 'not_supported' : outcome.kind;

const noSuchExtension = { code: 'No error code', message: 'The processor knows of no such extension', reason: null };

const errorAfter = (state: ExtensionState, outcome: Outcome): Extension['error'] =>
  state !== 'failed' ? null : 'error' in outcome ? outcome.error : noSuchExtension;

const extensionAfter = (known: Extension, state: ExtensionState, outcome: Outcome, now: Date): Extension => ({
  ...known,
  state,
  captureBefore: outcome.kind === 'extended' ? outcome.captureBefore : known.captureBefore,
  error: errorAfter(state, outcome),
  modifiedAt: now,
});

/** Why it came to nothing is told where the payment tells of captures that did; its status stays. */
function errorShown(attempt: Attempt<'authorized'>, state: ExtensionState, outcome: Outcome): Attempt {
  if (state !== 'failed' && state !== 'succeeded') return attempt;
  return { ...attempt, facts: { ...attempt.facts, error: errorAfter(state, outcome) } };
}

function asking(attempt: Attempt, state: ExtensionState, { source }: Event, context: DecideContext): Effect[] {
  if (state !== 'pending') return [{ kind: 'stop_asking', attemptId: attempt.id }];
  // The job that asked has planned its successor already.
  return source === 'sync' ? [] : [nextQuestion(attempt, context)];
}
