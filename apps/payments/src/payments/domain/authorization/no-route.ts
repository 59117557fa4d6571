import type { DataOf, Refusal, routeNone } from '@payorch/contracts';
import { leftOut, refuse } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { isIn, move, withoutRoute } from '../attempts/attempt';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import type { Payment, PendingReply } from '../payment';
import { withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { settleMandate } from '../method/recurring';

type RouteNone = DataOf<typeof routeNone>;

/** No account fits. Nothing was sent, so the payment can be confirmed again after a change of settings. */
export function noRoute(payment: Payment | undefined, event: RouteNone, context: DecideContext): Decision {
  const { now } = context;
  const attempt = payment?.attempts.find(({ id }) => id === event.attemptId);
  if (!payment || !attempt || !isIn(attempt, 'authorizing') || attempt.facts.operation !== event.operationId)
    return unchanged();
  // After a repeated route request a worker may have the operation: an earlier route may have found an account.
  if (attempt.syncCount > 0) return unchanged();
  const { pendingReplies } = payment;
  const unrouted = move(withoutRoute(attempt), 'no_route', {}, { modifiedAt: now });
  const back = withAttempt({ ...payment, pendingReplies: [] }, unrouted);
  const settled = settleMandate(withSums(back));
  const refusal = refusalOf(event, attempt.method?.paymentMethod ?? '');
  const refused = (whose: readonly PendingReply[], what: Refusal): Effect[] =>
    whose.length === 0 ? [] : [{ kind: 'refuse', pendingReplies: whose, refusal: what }];
  return decided(settled.payment, [
    ...refused(pendingReplies.filter(isOfMerchant), explained(refusal, payment, event, context)),
    ...refused(
      pendingReplies.filter((one) => !isOfMerchant(one)),
      refusal,
    ),
    ...settled.effects,
  ]);
}

/** The accounts, and what is set for them, are the merchant's: a browser learns nothing of them. */
const isOfMerchant = ({ view }: PendingReply): boolean => view.kind === 'payment' && view.caller === 'merchant';

/** No eligible connector: with each account that was looked at, or with the account that the request names in vain. */
function explained(
  refusal: Refusal,
  { straightThrough, profileId }: Payment,
  { connector, candidates = [] }: RouteNone,
  { accounts }: Pick<DecideContext, 'accounts'>,
): Refusal {
  if (refusal.code !== 'no_eligible_connector') return refusal;
  const named = straightThrough?.kind === 'accounts' ? straightThrough.accounts : [];
  const isAbsent = (id: string | null): id is MerchantConnectorId =>
    id !== null && accounts.account(id as MerchantConnectorId)?.profileId !== profileId;
  const absent = named.find((one) => one.connector === connector && isAbsent(one.merchantConnectorId));
  const details = absent && { connector: absent.connector, account: absent.merchantConnectorId ?? '', path: 'routing' };
  return details
    ? refuse('routed_account_not_found', { ...details, ...leftOut(candidates) })
    : refuse('no_eligible_connector', leftOut(candidates));
}

function refusalOf({ reason, connector, lacking }: RouteNone, method: string): Refusal {
  switch (reason) {
    case 'no_account':
    // Only the merchant learns which account.
    case 'unknown_account':
      return refuse('no_eligible_connector');
    case 'unknown_connector':
      return refuse('connector_not_found');
    case 'routing_not_implemented':
      return refuse('not_implemented', { message: `routing of ${method} to ${connector ?? ''} is not implemented` });
    case 'split_not_implemented':
      return refuse('not_implemented', { message: 'split_payments is not implemented' });
    case 'account_disabled':
      return refuse('connector_account_disabled');
    case 'not_implemented':
      return refuse('not_implemented', {
        message:
          lacking === undefined
            ? `Selected payment method through ${connector ?? ''} is not implemented`
            : `${lacking} at ${connector ?? ''} is not implemented`,
      });
    case 'capture_method':
      return refuse('method_not_supported', { reason: `${method} is not supported by ${connector ?? ''}` });
  }
}
