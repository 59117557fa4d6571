import type { DataOf, payoutCheck, payoutSync } from '@payorch/contracts';
import { unchanged } from '@payorch/operations';
import { checkCaller } from '../caller';
import type { DecideContext, Decision } from '../decision';
import { decideFollowed, payoutFollower } from '../follow-payout';
import { notFound, type Payout } from '../payout';
import { marksOf } from '../payout-states';

/** `force_sync`: looks the payout up at the processor while its outcome is open, else replies at once. */
export function syncPayout(
  payout: Payout | undefined,
  { caller }: DataOf<typeof payoutSync>,
  context: DecideContext,
): Decision {
  if (!payout) return notFound();
  const refusal = checkCaller(payout, caller);
  if (refusal) return refusal;
  const { pendingReplies } = context;
  if (marksOf(payout.state).due !== 'looked_up') return unchanged([{ kind: 'reply', pendingReplies }]);
  return decideFollowed(payout, payoutFollower.sync(payout, pendingReplies), context);
}

/** The gateway sends this after a command that timed out; it replies with the command's outcome. */
export function checkPayout(
  payout: Payout | undefined,
  { caller }: DataOf<typeof payoutCheck>,
  { pendingReplies }: DecideContext,
): Decision {
  if (!payout) return notFound();
  return checkCaller(payout, caller) ?? unchanged([{ kind: 'reply', pendingReplies }]);
}

/** An outcome is due: asks for it again. */
export const payoutDue = (payout: Payout | undefined, _job: unknown, context: DecideContext): Decision =>
  payout ? decideFollowed(payout, payoutFollower.syncDue(payout, context.rules), context) : unchanged();
