import type { Outgoing } from '@payorch/contracts';
import { outgoing, payoutCommands, routePayoutChosen, routePayoutNone } from '@payorch/contracts';
import type { OperationLine } from '@payorch/platform/telemetry';
import type { PayoutRoute } from '../domain/decide/choose-payout-route';
import type { PayoutRouteRequest } from '../domain/routed-payout';

/** The ids of the operation, for the answers to payouts. */
const idsOf = ({ operation }: PayoutRouteRequest) => {
  const { operationId, merchantId, profileId, payoutId, payoutAttemptId } = operation;
  return { operationId, merchantId, profileId, payoutId, payoutAttemptId };
};

/**
 * The command of the first step on the chosen connector's topic. Back to payouts: `route.payout_chosen` where that step is the
 * fulfilment, which is yet to be requested, or `route.payout_none`.
 */
export function payoutMessageOf(request: PayoutRouteRequest, route: PayoutRoute): Outgoing {
  const { operation, autoFulfill } = request;
  const { decision } = route;
  if (route.kind === 'none') {
    const { reason, connector } = route;
    return outgoing(routePayoutNone, { ...idsOf(request), reason, connector, candidates: decision.candidates });
  }
  const { chosen: account, step } = route;
  const fallbacks = [...route.fallbacks];
  if (step === 'payout_fulfill' && !autoFulfill)
    return outgoing(routePayoutChosen, { ...idsOf(request), account, fallbacks, decision });
  return outgoing(payoutCommands[step], { ...operation, account, fallbacks, decision });
}

/** What the log says of a route. */
export function lineOfPayoutRoute({ operation }: PayoutRouteRequest, route: PayoutRoute): OperationLine {
  const { merchantId, payoutId, payoutAttemptId, operationId } = operation;
  const about = {
    merchant_id: merchantId,
    payout_id: payoutId,
    attempt_id: payoutAttemptId,
    operation_id: operationId,
  };
  if (route.kind === 'none')
    return { event: 'route.none', ...about, operation: 'payout', connector: route.connector, code: route.reason };
  const { connector, merchantConnectorId } = route.chosen;
  return { event: 'route.chosen', ...about, operation: route.step, connector, connector_account: merchantConnectorId };
}
