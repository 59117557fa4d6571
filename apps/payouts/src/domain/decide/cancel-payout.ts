import { refuse } from '@payorch/contracts';
import type { ProcessorError } from '@payorch/contracts';
import { decided } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { erased } from '../erase';
import { attemptOf, isIn, move, notFound, type Payout } from '../payout';
import { marksOf } from '../payout-states';
import { statusOf } from '../payout.status';
import { isCreated, paidBy } from '../steps';

const byUser: ProcessorError = { code: '', message: 'Cancelled by user', reason: null };

type Cancellable = Extract<
  Payout,
  { state: 'requires_fulfillment' | 'creation_pending' | 'fulfillment_pending' | 'initiated' }
>;
const isAtProcessor = (payout: Payout): payout is Cancellable =>
  isIn(payout, 'creation_pending', 'fulfillment_pending', 'initiated') ||
  (isIn(payout, 'requires_fulfillment') && isCreated(payout.facts.attempt));

/**
 * Cancels a payout that is not paid: at once where no processor has anything that could pay it, else at the processor, whose
 * answer the caller gets. While a call that may move money has no outcome yet, nothing can be cancelled.
 */
export function cancelPayout(payout: Payout | undefined, _: unknown, context: DecideContext): Decision {
  if (!payout) return notFound();
  if (isAtProcessor(payout)) return cancelAtProcessor(payout, context);
  const mark = marksOf(payout.state).cancel;
  if (mark !== 'at_once' && mark !== 'if_created') return notCancellable(payout);
  return cancelAtOnce(payout, context);
}

const notCancellable = (payout: Payout): Decision =>
  refuse('invalid_request', {
    message: `Payout PayoutId("${payout.payoutId}") cannot be cancelled for status ${statusOf(payout)}`,
  });

function cancelAtOnce(payout: Payout, { pendingReplies }: DecideContext): Decision {
  const attempt = attemptOf(payout);
  const facts = { attempt: attempt && { ...attempt, error: byUser }, error: byUser };
  const waiting = [...payout.pendingReplies, ...pendingReplies];
  const cancelled = move(payout, 'cancelled', () => facts, { syncCount: 0, pendingReplies: [] });
  return decided(erased(cancelled), [
    ...(marksOf(payout.state).due ? [{ kind: 'cancel_sync' } as const] : []),
    { kind: 'reply', pendingReplies: waiting },
  ]);
}

/** Without the processor's reference nothing names what it should cancel. */
function cancelAtProcessor(payout: Cancellable, context: DecideContext): Decision {
  const { attempt } = payout.facts;
  if (attempt.reference === null) return notCancellable(payout);
  if (paidBy(payout, attempt.account, context)?.cancels === false)
    return refuse('flow_not_supported', { flow: 'Cancel payout', connector: attempt.account.connector });
  const { pendingReplies, rules, newOperationId } = context;
  const facts = { attempt, cancelOperation: newOperationId() };
  const waiting = [...payout.pendingReplies, ...pendingReplies];
  return decided(
    move(payout, 'cancel_sent', () => facts, { syncCount: 0, pendingReplies: waiting }),
    [{ kind: 'cancel' }, { kind: 'sync_later', delayMs: rules.outcomeTimeoutMs }],
  );
}
