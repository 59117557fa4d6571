import type { DataOf, disputeSubmit, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision, Effect } from '../decision';
import { type Answer, type Dispute, isAnswering } from '../dispute';

/** An answer is due in every stage but the last, until the dispute is decided. */
function checkAnswerable({ known: { stage, status } }: Dispute): Refusal | undefined {
  const isDue = stage !== 'dispute_reversal' && (status === 'dispute_opened' || status === 'dispute_challenged');
  return isDue ? undefined : refuse('dispute_status_invalid');
}

/** Accepts the dispute at its processor. A second request waits for the acceptance under way. */
export function acceptDispute(dispute: Dispute | undefined, _command: unknown, context: DecideContext): Decision {
  if (!dispute) return refuse('dispute_not_found');
  const { answer } = dispute;
  if (isAnswering(dispute)) {
    if (answer?.flow !== 'accept_dispute') return refuse('dispute_status_invalid');
    const waiting = [...answer.pendingReplies, ...context.pendingReplies];
    return decided({ ...dispute, answer: { ...answer, pendingReplies: waiting } });
  }
  return checkAnswerable(dispute) ?? begin(dispute, { kind: 'accept' }, context);
}

/** Submits evidence, once for all of it. */
export function submitEvidence(
  dispute: Dispute | undefined,
  { texts, files }: DataOf<typeof disputeSubmit>,
  context: DecideContext,
): Decision {
  if (!dispute) return refuse('dispute_not_found');
  if (isAnswering(dispute)) return refuse('dispute_status_invalid');
  return checkAnswerable(dispute) ?? begin(dispute, { kind: 'submit', texts, files }, context);
}

function begin(
  dispute: Dispute,
  effect: Extract<Effect, { readonly kind: 'accept' | 'submit' }>,
  { now, pendingReplies, newOperationId, rules }: DecideContext,
): Decision {
  const answer: Answer = {
    flow: effect.kind === 'accept' ? 'accept_dispute' : 'submit_evidence',
    operation: newOperationId(),
    state: 'pending',
    syncCount: 0,
    pendingReplies,
    error: null,
    requestedAt: now.toISOString(),
  };
  return decided({ ...dispute, answer }, [effect, { kind: 'sync_later', delayMs: rules.beginWithinMs }]);
}

/** Follows a command without a reply in time, in the same order: replies with the dispute's present state. */
export const checkDispute = (
  dispute: Dispute | undefined,
  _command: unknown,
  { pendingReplies }: DecideContext,
): Decision => (dispute ? unchanged([{ kind: 'reply', pendingReplies }]) : refuse('dispute_not_found'));
