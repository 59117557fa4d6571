import type { DataOf, Refusal, routeNone } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { isIn, move } from '../attempt';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged } from '../decision';
import type { Payment } from '../payment';
import { withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { settleMandate } from '../method/recurring';

/** No account fits. Nothing was sent, so the payment can be confirmed again after a change of settings. */
export function noRoute(
  payment: Payment | undefined,
  event: DataOf<typeof routeNone>,
  { now }: DecideContext,
): Decision {
  const attempt = payment?.attempts.find(({ id }) => id === event.attemptId);
  if (!payment || !attempt || !isIn(attempt, 'authorizing') || attempt.facts.operation !== event.operationId)
    return unchanged();
  // After a repeated route request a worker may have the operation: an earlier route may have found an account.
  if (attempt.syncCount > 0) return unchanged();
  const { pendingReplies } = payment;
  const back = withAttempt({ ...payment, pendingReplies: [] }, move(attempt, 'no_route', {}, { modifiedAt: now }));
  const settled = settleMandate(withSums(back));
  const refusal = refusalOf(event, attempt.method?.paymentMethod ?? '');
  return decided(settled.payment, [{ kind: 'refuse', pendingReplies, refusal }, ...settled.effects]);
}

function refusalOf({ reason, connector, lacking }: DataOf<typeof routeNone>, method: string): Refusal {
  switch (reason) {
    case 'no_account':
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
