import type { RouteDecision } from '@payorch/contracts';
import type { RouteContext } from './decide/choose-route';
import { chooseRoute } from './decide/choose-route';
import type { RouteRequest } from './routed-payment';
import { routedPaymentOf } from './routed-payment';

/** The decision about a payment that need not exist: its eligible candidates are the route, best first. */
export const explainRoute = (request: RouteRequest, context: RouteContext): RouteDecision =>
  chooseRoute(routedPaymentOf(request), context).decision;
