import type { DataOf, Outcome, connectorOutcome } from '@payorch/contracts';
import { flowNotSupported, refuse } from '@payorch/contracts';
import { nextState } from '@payorch/kernel';
import { nextSync } from '../sync-schedule';
import type { Attempt } from '../attempt';
import { isIn } from '../attempt';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import type { ExtensionState } from '../extension.machine';
import { extensionMachine } from '../extension.machine';
import { withExtension } from '../extensions';
import type { Extension, Payment, PendingReply } from '../payment';
import { withAttempt } from '../payment';

type Event = DataOf<typeof connectorOutcome>;

/**
 * Applies an outcome of an extension, from the call, a sync or a webhook, in any order and any number of times. Callers that
 * wait for a capture or a void begun meanwhile still wait.
 */
export function applyExtensionOutcome(payment: Payment, event: Event, context: DecideContext): Decision {
  const known = payment.extensions.find(({ operation }) => operation === event.operationId);
  const attempt = payment.attempts.find(({ id }) => id === event.attemptId);
  if (!known || !attempt) return unchanged();
  const state = nextState(extensionMachine, known.state, eventOf(event.outcome));
  const isOwn = ({ replyCorrelationId }: PendingReply): boolean => known.requestedBy.includes(replyCorrelationId);
  const isAuthorized = isIn(attempt, 'authorized');
  const answered = payment.pendingReplies.filter((pendingReply) => isAuthorized || isOwn(pendingReply));
  const remaining = {
    ...payment,
    pendingReplies: payment.pendingReplies.filter((pendingReply) => !answered.includes(pendingReply)),
  };
  if (state === undefined) {
    return event.source === 'sync' && answered.length > 0
      ? decided(remaining, [{ kind: 'answer', pendingReplies: answered }])
      : unchanged();
  }
  const applied = withExtension(remaining, extensionAfter(known, state, event.outcome, context.now));
  const shown = isAuthorized ? withAttempt(applied, errorShown(attempt, state, event.outcome)) : applied;
  const effects = isAuthorized ? syncEffects(attempt, state, event, context) : [];
  if (state !== 'refused') return decided(shown, [...effects, { kind: 'answer', pendingReplies: answered }]);
  const refusal = refuse('flow_not_supported', { flow: 'extend_authorization', connector: event.account.connector });
  return decided(shown, [
    ...effects,
    { kind: 'refuse', pendingReplies: answered.filter(isOwn), refusal },
    { kind: 'answer', pendingReplies: answered.filter((pendingReply) => !isOwn(pendingReply)) },
  ]);
}

/** The machine's event for an outcome. */
const eventOf = (outcome: Outcome): string =>
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

/** The payment shows the error of a failed extension like that of a failed capture; its status stays. */
function errorShown(attempt: Attempt<'authorized'>, state: ExtensionState, outcome: Outcome): Attempt {
  if (state !== 'failed' && state !== 'succeeded') return attempt;
  return { ...attempt, facts: { ...attempt.facts, error: errorAfter(state, outcome) } };
}

function syncEffects(attempt: Attempt, state: ExtensionState, { source }: Event, context: DecideContext): Effect[] {
  if (state !== 'pending') return [{ kind: 'cancel_sync', attemptId: attempt.id }];
  // The job behind a sync has already planned the next one.
  return source === 'sync' ? [] : [nextSync(attempt, context)];
}
