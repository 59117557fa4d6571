import type { Outgoing } from '@payorch/contracts';
import { connectorAuthorize, connectorBeginCheck, outgoing, routeNone } from '@payorch/contracts';
import type { OperationLine } from '@payorch/platform/telemetry';
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

/** What the log says of a route. */
export function lineOfRoute({ operation }: RouteRequest, route: Route): OperationLine {
  const { merchantId, paymentId, attemptId, operationId } = operation;
  const about = { merchant_id: merchantId, payment_id: paymentId, attempt_id: attemptId, operation_id: operationId };
  if (route.kind === 'none')
    return { event: 'route.none', ...about, operation: 'authorize', connector: route.connector, code: route.reason };
  const { connector, merchantConnectorId } = route.chosen;
  return { event: 'route.chosen', ...about, operation: 'authorize', connector, connector_account: merchantConnectorId };
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
