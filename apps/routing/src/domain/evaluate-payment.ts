import type { DynamicRouting, Json, JsonObject, RouteDecision, RoutingEvaluate } from '@payorch/contracts';
import { explanationOf } from '@payorch/contracts';
import type { PaymentId } from '@payorch/kernel';
import { attemptIdOf } from '@payorch/kernel';
import type { Route, RouteContext } from './decide/choose-route';
import { chooseRoute } from './decide/choose-route';
import { gatewayOf, namesOf } from './accounts/gateways';
import type { RoutedPayment } from './routed-payment';

/** The payment that is evaluated: by card number, with automatic capture, and nothing of it saved. */
const routedPaymentOf = (query: RoutingEvaluate): RoutedPayment => ({
  merchantId: query.merchantId,
  profileId: query.profileId,
  attemptId: attemptIdOf(query.paymentId as PaymentId, 1),
  facts: query.facts,
  money: query.money,
  paymentMethod: query.paymentMethod,
  paymentMethodType: query.paymentMethodType,
  cardNetwork: query.cardNetwork,
  country: null,
  captureMethod: 'automatic',
  straightThrough: null,
  splitAt: null,
  partial: false,
  installments: false,
  credentials: null,
  mandate: 'not_needed',
  byNetworkTransactionId: false,
  byTransactionLink: false,
  byLimitedCard: false,
  byWalletToken: false,
  isAuthenticated: false,
});

const withoutElimination = (dynamic: DynamicRouting | null): DynamicRouting | null =>
  dynamic && { ...dynamic, elimination: null };

/** The context in which scores act as far as the request wants them. */
function contextFor({ byScores, withElimination }: RoutingEvaluate, context: RouteContext): RouteContext {
  const { orderByScores, inForce, ...rest } = context;
  const dynamic = withElimination ? (inForce?.dynamic ?? null) : withoutElimination(inForce?.dynamic ?? null);
  return {
    ...rest,
    inForce: inForce && { ...inForce, dynamic: byScores ? dynamic : null },
    ...(byScores && orderByScores && { orderByScores }),
  };
}

/** How the accounts were ordered, in the words of the interface. */
const approaches: Readonly<Record<NonNullable<RouteDecision['dynamic']>['approach'], string | null>> = {
  success_rate: 'SR_SELECTION_V3_ROUTING',
  explored: 'SR_V3_HEDGING',
  contract: 'CONTRACT_BASED_ROUTING',
  elimination: 'ELIMINATION_BASED_ROUTING',
  static: null,
  unavailable: null,
  metrics: null,
};

function approachOf({ source, dynamic }: RouteDecision): string {
  const byScores = dynamic && approaches[dynamic.approach];
  return byScores ?? (source === 'default' ? 'DEFAULT' : 'PRIORITY_LOGIC');
}

/** The eligible accounts in the final order: first those that the decision takes. */
const eligibleIn = ({ candidates }: RouteDecision) => {
  const eligible = candidates.filter(({ filter }) => filter === null);
  return [...eligible.filter(({ health }) => !health), ...eligible.filter(({ health }) => health)];
};

/** By filter, the gateways that it left out. */
function leftOut({ candidates }: RouteDecision): Readonly<Record<string, readonly string[]>> {
  const byFilter: Record<string, string[]> = {};
  for (const candidate of candidates)
    if (candidate.filter) (byFilter[candidate.filter] ??= []).push(gatewayOf(candidate));
  return byFilter;
}

const tagOf = ({ algorithmId, rule }: RouteDecision): string | null => rule?.name ?? algorithmId;

function priorityLogicOf(decision: RouteDecision, gateways: readonly string[]): JsonObject | null {
  if (decision.algorithmId === null) return null;
  const { fellBack, algorithmId } = decision;
  const failure = fellBack ? 'none of its accounts is eligible' : null;
  return {
    isEnforcement: false,
    gws: gateways,
    priorityLogicTag: tagOf(decision),
    gatewayReferenceIds: null,
    primaryLogic: { name: algorithmId, status: fellBack ? 'FAILURE' : 'SUCCESS', failure_reason: failure },
    fallbackLogic: fellBack ? { name: 'default', status: 'SUCCESS', failure_reason: null } : null,
  };
}

/** The parameters by which the scores were kept apart; null where scores chose nothing. */
function dimensionOf({ dynamic }: RouteDecision, { inForce }: RouteContext): string | null {
  const params = inForce?.dynamic?.successBased?.params;
  return dynamic && approaches[dynamic.approach] !== null && params ? params.join(', ') : null;
}

/** Success rates are from 0 to 1 on the interface. An account without a score counts as one that always succeeds. */
const priorityOf = (score: number | undefined): number => (score === undefined ? 1 : score / 100);

/** `DecideGatewayResponse` of the interface, with the explanation of the decision. */
function viewOf(route: Route, query: RoutingEvaluate, context: RouteContext): { readonly [name: string]: Json } {
  const { decision } = route;
  const eligible = eligibleIn(decision);
  const allowed =
    query.among === null
      ? eligible
      : eligible.filter((account) => namesOf(account).some((name) => query.among?.includes(name)));
  const excluded = eligible.filter((account) => !allowed.includes(account)).map(gatewayOf);
  const gateways = allowed.map(gatewayOf);
  const [decided = null] = gateways;
  const dimension = dimensionOf(decision, context);
  return {
    decided_gateway: decided,
    gateway_priority_map: Object.fromEntries(allowed.map((one) => [gatewayOf(one), priorityOf(one.score)])),
    filter_wise_gateways: {
      ...leftOut(decision),
      ...(excluded.length > 0 && { eligible_gateway_list: excluded }),
    },
    priority_logic_tag: tagOf(decision),
    routing_approach: approachOf(decision),
    gateway_before_evaluation: null,
    priority_logic_output: priorityLogicOf(decision, gateways),
    reset_approach: 'NO_RESET',
    routing_dimension: dimension,
    routing_dimension_level:
      dimension === null ? null : (context.inForce?.dynamic?.successBased?.specificityLevel ?? null),
    is_scheduled_outage: false,
    is_dynamic_mga_enabled: false,
    gateway_mga_id_map: Object.fromEntries(allowed.map((one) => [gatewayOf(one), one.merchantConnectorId])),
    decision: explanationOf(decision),
  };
}

/** Decides about a payment that was not made, with the code that decides about payments. */
export function evaluatePayment(query: RoutingEvaluate, given: RouteContext): JsonObject {
  const context = contextFor(query, given);
  const payment = routedPaymentOf(query);
  const view = viewOf(chooseRoute(payment, context), query, context);
  const { orderByScores: _, ...byRules } = context;
  const [first = null] = eligibleIn(chooseRoute(payment, byRules).decision);
  return { ...view, gateway_before_evaluation: first && gatewayOf(first) };
}
