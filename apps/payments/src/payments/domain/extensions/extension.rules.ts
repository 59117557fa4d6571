import type { Outcome } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { moveState } from '@payorch/kernel';
import type { ExtensionState } from '@payorch/operations';
import { caseOf, extensionMachine, extensionOperation } from '@payorch/operations';
import type { Attempt } from '../attempts/attempt';
import { isIn } from '../attempts/attempt';
import type { Effect } from '../decision';
import { decided } from '../decision';
import { withFollowUp } from '../follow-ups';
import type { Extension } from './extension';
import type { PendingReply } from '../payment';
import { withAttempt } from '../payment';
import { nextSync } from '../attempts/next-sync';
import type { PaymentRules, Reported } from '../outcome-rules';
import { withoutMove, withoutReplies } from '../outcome-rules';

/** Outcomes of an extension. Callers that wait for a capture or a void begun meanwhile still wait. */
export const extensionRules: PaymentRules<typeof extensionMachine, Extension> = {
  definition: extensionOperation,
  caseOf: (_extension, { event }) => caseOf(event),
  moved: (known, on, reported) => {
    const { payment, attempt, event, context } = reported;
    const state = moveState(extensionMachine, known.state, on);
    const answered = answeredBy(known, reported);
    const extension = extensionAfter(known, state, event.outcome, context.now);
    const applied = withFollowUp(withoutReplies(payment, answered), 'extensions', extension);
    const isAuthorized = isIn(attempt, 'authorized');
    const shown = isAuthorized ? withAttempt(applied, errorShown(attempt, extension)) : applied;
    const effects = isAuthorized ? syncEffects(state, reported) : [];
    if (state !== 'refused') return decided(shown, [...effects, { kind: 'reply', pendingReplies: answered }]);
    const refusal = refuse('flow_not_supported', { flow: 'extend_authorization', connector: event.account.connector });
    const isOwn = isOwnOf(known);
    return decided(shown, [
      ...effects,
      { kind: 'refuse', pendingReplies: answered.filter(isOwn), refusal },
      { kind: 'reply', pendingReplies: answered.filter((pendingReply) => !isOwn(pendingReply)) },
    ]);
  },
  late: (known, reported) => withoutMove(reported, answeredBy(known, reported)),
};

const isOwnOf =
  ({ requestedBy }: Extension) =>
  ({ replyCorrelationId }: PendingReply): boolean =>
    requestedBy.includes(replyCorrelationId);

const answeredBy = (known: Extension, { payment, attempt }: Reported): readonly PendingReply[] =>
  isIn(attempt, 'authorized') ? payment.pendingReplies : payment.pendingReplies.filter(isOwnOf(known));

const noSuchExtension = { code: 'No error code', message: 'The processor knows of no such extension', reason: null };

const extensionAfter = (known: Extension, state: ExtensionState, outcome: Outcome, now: Date): Extension => ({
  ...known,
  state,
  captureBefore: outcome.kind === 'extended' ? outcome.captureBefore : known.captureBefore,
  error: state !== 'failed' ? null : 'error' in outcome ? outcome.error : noSuchExtension,
  modifiedAt: now,
});

/** The payment shows the error of a failed extension like that of a failed capture; its status stays. */
const errorShown = (attempt: Attempt<'authorized'>, { state, error }: Extension): Attempt =>
  state === 'failed' || state === 'succeeded' ? { ...attempt, facts: { ...attempt.facts, error } } : attempt;

function syncEffects(state: ExtensionState, { attempt, event: { source }, context }: Reported): Effect[] {
  if (state !== 'pending') return [{ kind: 'cancel_sync', attemptId: attempt.id }];
  // The job behind a sync has already planned the next one.
  return source === 'sync' ? [] : [nextSync(attempt, context)];
}
