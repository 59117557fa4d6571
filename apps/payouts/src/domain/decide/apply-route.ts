import type { DataOf, Refusal, routePayoutChosen, routePayoutNone } from '@payorch/contracts';
import { leftOut, refuse } from '@payorch/contracts';
import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision, Effect } from '../decision';
import type { Payout } from '../payout';
import { isIn, move } from '../payout';

/** The account has no step before the fulfilment, which the merchant has yet to request. Nothing was sent. */
export function routeChosen(
  payout: Payout | undefined,
  { operationId, account, fallbacks, decision }: DataOf<typeof routePayoutChosen>,
): Decision {
  if (!payout || !isIn(payout, 'routing') || payout.facts.attempt.operation !== operationId) return unchanged();
  const { pendingReplies } = payout;
  const attempt = { ...payout.facts.attempt, step: 'payout_fulfill' as const, account, fallbacks, decision };
  const waiting = move(payout, 'awaits_fulfillment', { attempt }, { syncCount: 0, pendingReplies: [] });
  return decided(waiting, [{ kind: 'cancel_sync' }, { kind: 'reply', pendingReplies }]);
}

/** No account fits. Nothing was sent, so the payout can be confirmed again after a change of settings. */
export function routeNone(
  payout: Payout | undefined,
  event: DataOf<typeof routePayoutNone>,
  _: DecideContext,
): Decision {
  if (!payout || !isIn(payout, 'routing') || payout.facts.attempt.operation !== event.operationId) return unchanged();
  // After a repeated request a worker may have the operation: an earlier one may have found an account.
  if (payout.syncCount > 0) return unchanged();
  const { pendingReplies } = payout;
  const refused: Effect[] =
    pendingReplies.length > 0 ? [{ kind: 'refuse', pendingReplies, refusal: refusalOf(event) }] : [];
  return decided(unrouted(payout), [{ kind: 'cancel_sync' }, ...refused]);
}

/** The recipient of a payout with a page is asked for another destination: a client may not replace one. */
const unrouted = (payout: Payout<'routing'>): Payout =>
  payout.link
    ? move(payout, 'no_route_by_link', {}, { pendingReplies: [], destination: null, payoutMethodId: null })
    : move(payout, 'no_route', {}, { pendingReplies: [] });

function refusalOf({ reason, connector, candidates }: DataOf<typeof routePayoutNone>): Refusal {
  switch (reason) {
    case 'no_account':
    case 'unknown_account':
      return refuse('no_eligible_connector', leftOut(candidates));
    case 'unknown_connector':
      return refuse('connector_not_found');
    case 'account_disabled':
      return refuse('connector_account_disabled');
    case 'not_implemented':
      return refuse('not_implemented', { message: `Payout through ${connector ?? ''} is not implemented` });
  }
}
