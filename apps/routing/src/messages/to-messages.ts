import type { Outgoing } from '@payorch/contracts';
import { connectorAuthorize, outgoing, routeNone } from '@payorch/contracts';
import type { Route } from '../domain/decide/choose-route';
import type { RouteRequest } from '../domain/routed-payment';

/** What a route leads to: the command on the chosen connector's topic, or the word back to the asker. */
export function messageOf({ operation }: RouteRequest, route: Route): Outgoing {
  if (route.kind === 'none') {
    const { merchantId, profileId, paymentId, attemptId, operationId } = operation;
    const { reason, connector } = route;
    return outgoing(routeNone, { merchantId, profileId, paymentId, attemptId, operationId, reason, connector });
  }
  const { chosen, fallbacks } = route;
  const returnUrl = operation.returnUrl.replaceAll('{connector}', chosen.connector);
  return outgoing(connectorAuthorize, { ...operation, returnUrl, account: chosen, fallbacks: [...fallbacks] });
}
