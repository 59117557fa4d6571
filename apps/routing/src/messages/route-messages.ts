import type { Outgoing } from '@payorch/contracts';
import { connectorAuthorize, connectorBeginCheck, outgoing, routeNone } from '@payorch/contracts';
import type { Route } from '../domain/decide/choose-route';
import type { BeginCheck, RouteRequest } from '../domain/routed-payment';

/** The command on the chosen connector's topic, or `route.none` back to payments. */
export function routeMessageOf({ operation }: RouteRequest, route: Route): Outgoing {
  if (route.kind === 'none') {
    const { merchantId, profileId, paymentId, attemptId, operationId } = operation;
    const { kind: _, ...refusal } = route;
    return outgoing(routeNone, { merchantId, profileId, paymentId, attemptId, operationId, ...refusal });
  }
  const { chosen, fallbacks } = route;
  const returnUrl = operation.returnUrl.replaceAll('{connector}', chosen.connector);
  return outgoing(connectorAuthorize, { ...operation, returnUrl, account: chosen, fallbacks: [...fallbacks] });
}

/** The query whether a worker has begun the operation, with its possible accounts; undefined when no account fits. */
export function beginCheckOf({ operation, round }: BeginCheck, route: Route): Outgoing | undefined {
  if (route.kind === 'none') return undefined;
  const { merchantId, profileId, paymentId, attemptId, operationId, money } = operation;
  const { chosen: account, fallbacks } = route;
  const about = { merchantId, profileId, paymentId, attemptId, operationId };
  return outgoing(connectorBeginCheck, { ...about, account, fallbacks: [...fallbacks], money, round });
}
