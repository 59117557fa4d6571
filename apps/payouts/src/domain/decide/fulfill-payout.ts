import { refuse } from '@payorch/contracts';
import { decided } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { isIn, notFound, type Payout } from '../payout';
import { statusOf } from '../payout.status';
import { fulfilled } from '../steps';

/** Sends the fulfilment of a payout that waits for it. The first of many requests at once moves the state; the others are refused. */
export function fulfillPayout(payout: Payout | undefined, _: unknown, context: DecideContext): Decision {
  if (!payout) return notFound();
  if (!isIn(payout, 'requires_fulfillment'))
    return refuse('invalid_request', {
      message: `Payout PayoutId("${payout.payoutId}") cannot be fulfilled for status ${statusOf(payout)}`,
    });
  const { payout: sent, effects } = fulfilled(payout, context);
  return decided({ ...sent, pendingReplies: [...sent.pendingReplies, ...context.pendingReplies] }, effects);
}
