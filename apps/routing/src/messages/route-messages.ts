import type { Outgoing } from '@payorch/contracts';
import { connectorAuthorize, connectorBeginCheck, outgoing, routeNone } from '@payorch/contracts';
import type { Route } from '../domain/decide/choose-route';
import type { BeginCheck, RouteRequest } from '../domain/routed-payment';
import type { SentRoute } from './recent-routes';

/** The command on the chosen connector's topic, or `route.none` back to payments. */
export function routeMessageOf({ operation }: RouteRequest, route: Route): Outgoing {
  const { decision } = route;
  if (route.kind === 'none') {
    const { merchantId, profileId, paymentId, attemptId, operationId } = operation;
    const { kind: _, decision: __, ...refusal } = route;
    const { candidates } = decision;
    return outgoing(routeNone, { merchantId, profileId, paymentId, attemptId, operationId, ...refusal, candidates });
  }
  const { chosen, fallbacks } = route;
  const returnUrl = operation.returnUrl.replaceAll('{connector}', chosen.connector);
  return outgoing(connectorAuthorize, {
    ...operation,
    returnUrl,
    account: chosen,
    fallbacks: [...fallbacks],
    decision,
  });
}

/** The query whether a worker has begun the operation, with its possible accounts. */
export function beginCheckOf(
  { operation, round }: BeginCheck,
  { chosen: account, fallbacks, decision }: SentRoute,
): Outgoing {
  const { merchantId, profileId, paymentId, attemptId, operationId, money } = operation;
  const about = { merchantId, profileId, paymentId, attemptId, operationId };
  return outgoing(connectorBeginCheck, { ...about, account, fallbacks: [...fallbacks], decision, money, round });
}
