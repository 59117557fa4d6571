import type { AccountRef } from '@payorch/contracts';
import { baseAccountOf, enablingFilterOf } from '@payorch/contracts';
import type { Moving } from '../accounts/account-order';
import { rankAccounts } from '../accounts/account-order';
import type { JudgedCandidate } from '../accounts/account-verdict';
import { accountJudge, isEligible, lacksMethod } from '../accounts/account-verdict';
import type { Candidate } from '../accounts/candidates';
import { candidatesAmong, inDefaultOrder } from '../accounts/candidates';
import type { CapabilitiesOf } from '../accounts/capabilities';
import { capabilityFilter } from '../accounts/capabilities';
import type { RouteRefusal } from '../route-refusal';
import { refusalOf, refusedBecause } from '../route-refusal';
import type { RouteSource } from '../route-source';
import { choicesOf, namedByRequest, routeSourceOf } from '../route-source';
import type { RoutedPayment } from '../routed-payment';
import type { OrderByScores } from '../score-order';
import { type AccountContext, chooseAccount, decisionOf, type Route } from './choose-account';

export type { Route };

/** What routing knows when it decides about a payment. */
export interface RouteContext extends AccountContext {
  readonly capabilitiesOf: CapabilitiesOf;
  /** Absent: scores choose nothing. */
  readonly orderByScores?: OrderByScores;
}

const accountType = 'payment_processor';

const judgeOf = (
  payment: RoutedPayment,
  { capabilitiesOf }: RouteContext,
): ((candidate: Candidate) => JudgedCandidate) =>
  accountJudge({
    bySettings: (enabled) => enablingFilterOf(enabled, payment, 'routing'),
    byConnector: capabilityFilter(payment, capabilitiesOf),
  });

/** Another account would not have the payment's own credentials: there is no fallback. */
function routeToCredentials(credentials: AccountRef, payment: RoutedPayment, context: RouteContext): Route {
  const id = baseAccountOf(credentials.merchantConnectorId);
  const accounts = inDefaultOrder(context.accounts, accountType, null).filter(
    ({ merchantConnectorId, connector }) => merchantConnectorId === id && connector === credentials.connector,
  );
  const judged = candidatesAmong(accounts)
    .map(judgeOf(payment, context))
    .map((candidate) => ({ ...candidate, ref: credentials }));
  const sourced = { source: 'credentials', algorithmId: null, rule: null, draw: null, fellBack: false } as const;
  const ranking = rankAccounts(judged.filter(isEligible), {});
  const decision = decisionOf(sourced, payment, context, judged, ranking);
  return judged.some(isEligible)
    ? { kind: 'routed', chosen: credentials, fallbacks: [], decision }
    : { kind: 'none', ...refusalOf(judged, []), decision };
}

/** Whether only the account that saved the payment method can charge it. Then payments, not the merchant, named the account. */
const isChargedAtItsAccount = (payment: RoutedPayment): boolean =>
  payment.mandate === 'charge' && namedByRequest(payment) !== null;

/** Whether the processor's reference names the saved payment method. */
const isByReference = ({ byNetworkTransactionId, byLimitedCard }: RoutedPayment): boolean =>
  !byNetworkTransactionId && !byLimitedCard;

/**
 * The refusal of a payment other than by card that was routed to accounts that all lack the method: such a payment has no fallback
 * to the default order. Disabled accounts, other capture methods and splits have reasons of their own.
 */
const lackingWhereRouted =
  (payment: RoutedPayment) =>
  (requested: readonly JudgedCandidate[]): RouteRefusal | undefined => {
    const named = namedByRequest(payment);
    if (named?.kind !== 'accounts' || payment.paymentMethod === 'card') return undefined;
    if (requested.length > 0 && !requested.every(lacksMethod)) return undefined;
    const lacking = requested.length === 0 ? choicesOf(named)[0]?.connector : requested[0]?.ref.connector;
    return lacking === undefined ? undefined : refusedBecause('routing_not_implemented', lacking);
  };

/** Scores order what the profile chose, never what the request named. */
const isOrderedByScores = ({ source }: RouteSource): boolean => source === 'active' || source === 'default';

function scoresOf(
  payment: RoutedPayment,
  source: RouteSource,
  { inForce, orderByScores }: RouteContext,
): Moving['scoresOf'] {
  const dynamic = isOrderedByScores(source) ? (inForce?.dynamic ?? null) : null;
  return dynamic && orderByScores ? (eligible) => orderByScores({ dynamic, payment, eligible }) : undefined;
}

/**
 * Chooses the account for a payment, and its fallbacks after a definite decline. A saved payment method that only the named account
 * can charge has no fallback to the default order.
 */
export function chooseRoute(payment: RoutedPayment, context: RouteContext): Route {
  const { inForce, capabilitiesOf } = context;
  if (payment.credentials) return routeToCredentials(payment.credentials, payment, context);
  const isRecurring = payment.mandate === 'charge' && isByReference(payment);
  const source = routeSourceOf(payment, inForce?.payment.active, isRecurring ? 'recurring' : 'straight_through');
  return chooseAccount(
    {
      routed: payment,
      accountType,
      source,
      defaultOrder: inForce?.payment.defaultOrder ?? null,
      isConnector: (name) => capabilitiesOf(name) !== undefined,
      judge: judgeOf(payment, context),
      isBound: isChargedAtItsAccount(payment),
      refusalWhereNamed: lackingWhereRouted(payment),
      scoresOf: scoresOf(payment, source, context),
      refusalOf,
    },
    context,
  );
}
