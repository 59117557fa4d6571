import type { DataOf, payoutUpdate } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import { decided } from '@payorch/operations';
import { changed } from '../change-payout';
import type { DecideContext, Decision } from '../decision';
import { notFound, type Payout } from '../payout';
import { confirmed } from './confirm-payout';

/** Changes a payout, and confirms it where the request says so. */
export function updatePayout(
  payout: Payout | undefined,
  command: DataOf<typeof payoutUpdate>,
  context: DecideContext,
): Decision {
  if (!payout) return notFound();
  const updated = changed(payout, command);
  if (isRefusal(updated)) return updated;
  if (command.confirm) return confirmed(updated, context);
  return decided(updated, [{ kind: 'reply', pendingReplies: context.pendingReplies }]);
}
