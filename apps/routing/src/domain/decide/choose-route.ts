import type { AccountRef, ConnectorAccountSettings, RouteDecision, RoutingChoice } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import { isChosenByScores } from '@payorch/routing-rules';
import type { HealthOf, Ranking } from '../account-order';
import { rankAccounts } from '../account-order';
import type { JudgedCandidate } from '../account-verdict';
import { accountJudge, isEligible, lacksMethod } from '../account-verdict';
import type { Candidate, IsElsewhere } from '../candidates';
import { candidatesAmong, inDefaultOrder, NamedAccounts } from '../candidates';
import type { CapabilitiesOf } from '../capabilities';
import { explainCandidates } from '../route-decision';
import type { RouteRefusal } from '../route-refusal';
import { refusalOf, refusedBecause } from '../route-refusal';
import type { RouteSource } from '../route-source';
import { choicesOf, isChargedAtItsAccount, namedByRequest, routeSourceOf } from '../route-source';
import type { RoutedPayment } from '../routed-payment';
import type { OrderByScores } from '../score-order';

/** What routing knows when it decides. */
export interface RouteContext {
  /** The accounts of the profile, in order of creation. */
  readonly accounts: readonly ConnectorAccountSettings[];
  /** The version of the merchant's settings that the accounts are of. */
  readonly accountVersion: number;
  /** What the merchant chose for the profile; null: nothing. */
  readonly inForce: RoutingChoice | null;
  readonly isElsewhere: IsElsewhere;
  readonly capabilitiesOf: CapabilitiesOf;
  /** Absent: every account is healthy. */
  readonly healthOf?: HealthOf;
  /** Absent: scores choose nothing. */
  readonly orderByScores?: OrderByScores;
}

export type Route = { readonly decision: RouteDecision } & (
  | { readonly kind: 'routed'; readonly chosen: AccountRef; readonly fallbacks: readonly AccountRef[] }
  | ({ readonly kind: 'none' } & RouteRefusal)
);

const unranked: Ranking<JudgedCandidate> = { ranked: [], dynamic: undefined };

type Sourced = Omit<RouteSource, 'choices'> & Pick<RouteDecision, 'fellBack'>;

const decisionOf = (
  { source, algorithmId, rule, draw, fellBack }: Sourced,
  { facts }: RoutedPayment,
  { inForce, accountVersion }: RouteContext,
  considered: readonly Candidate[],
  ranking: Ranking,
): RouteDecision => ({
  source: ranking.dynamic && isChosenByScores(ranking.dynamic) ? 'dynamic' : source,
  algorithmId,
  routingVersion: inForce?.accountVersion ?? null,
  accountVersion,
  rule,
  draw,
  fellBack,
  facts,
  ...explainCandidates(considered, ranking),
});

/** Another account would not have the payment's own credentials: there is no fallback. */
function routeToCredentials(credentials: AccountRef, payment: RoutedPayment, context: RouteContext): Route {
  const id = baseAccountOf(credentials.merchantConnectorId);
  const accounts = inDefaultOrder(context.accounts, null).filter(
    ({ merchantConnectorId, connector }) => merchantConnectorId === id && connector === credentials.connector,
  );
  const judged = candidatesAmong(accounts)
    .map(accountJudge(payment, context.capabilitiesOf))
    .map((candidate) => ({ ...candidate, ref: credentials }));
  const sourced = { source: 'credentials', algorithmId: null, rule: null, draw: null, fellBack: false } as const;
  const ranking = rankAccounts(judged.filter(isEligible), payment, { dynamic: null });
  const decision = decisionOf(sourced, payment, context, judged, ranking);
  return judged.some(isEligible)
    ? { kind: 'routed', chosen: credentials, fallbacks: [], decision }
    : { kind: 'none', ...refusalOf(judged, []), decision };
}

/** What is wrong with the names in the request itself, whatever the payment is. */
function misnamed(
  payment: RoutedPayment,
  named: NamedAccounts,
  capabilitiesOf: CapabilitiesOf,
): RouteRefusal | undefined {
  const requested = namedByRequest(payment);
  if (!requested) return undefined;
  const choices = choicesOf(requested);
  const unknown = choices.find(({ connector }) => capabilitiesOf(connector) === undefined);
  if (unknown) return refusedBecause('unknown_connector', unknown.connector);
  // Payments, not the merchant, named the account of a saved payment method.
  if (isChargedAtItsAccount(payment)) return undefined;
  const absent = choices.find(({ merchantConnectorId: id }) => id !== null && !named.has(id));
  return absent && refusedBecause('unknown_account', absent.connector);
}

/**
 * The connector to name when a payment other than by card was routed to accounts that all lack the method: such a payment
 * has no fallback to the default order. Disabled accounts, other capture methods and splits have reasons of their own.
 */
function lackingWhereRouted(payment: RoutedPayment, requested: readonly JudgedCandidate[]): string | undefined {
  const named = namedByRequest(payment);
  if (named?.kind !== 'accounts' || payment.paymentMethod === 'card') return undefined;
  if (requested.length === 0) return choicesOf(named)[0]?.connector;
  return requested.every(lacksMethod) ? requested[0]?.ref.connector : undefined;
}

/** Scores order what the profile chose, never what the request named. */
const isOrderedByScores = ({ source }: RouteSource): boolean => source === 'active' || source === 'default';

/** The accounts that take the payment, best first. `single` in a request is one account, without a fallback. */
function takenOf({ straightThrough }: RoutedPayment, { ranked }: Ranking, fellBack: boolean): readonly AccountRef[] {
  const refs = ranked.map(({ candidate }) => candidate.ref);
  const isOne = straightThrough?.kind === 'accounts' && straightThrough.algorithm === 'single' && !fellBack;
  return isOne ? refs.slice(0, 1) : refs;
}

/**
 * Chooses the account for a payment, and its fallbacks after a definite decline. The accounts that the request, its algorithm or
 * the active algorithm names come first. When none of them is eligible, the default order counts, except for a saved payment
 * method that only the named account can charge. The same input gives the same route and the same explanation, so a redelivered
 * request gets the same message.
 */
export function chooseRoute(payment: RoutedPayment, context: RouteContext): Route {
  const { accounts, inForce, isElsewhere, capabilitiesOf, healthOf, orderByScores } = context;
  if (payment.credentials) return routeToCredentials(payment.credentials, payment, context);
  const named = new NamedAccounts(accounts, isElsewhere);
  const source = routeSourceOf(payment, inForce);
  const candidates = named.candidatesOf(source.choices);
  const wrong = misnamed(payment, named, capabilitiesOf);
  if (wrong) {
    const absent = candidates.filter(({ filter }) => filter !== null);
    const decision = decisionOf({ ...source, fellBack: false }, payment, context, absent, unranked);
    return { kind: 'none', ...wrong, decision };
  }

  const judge = accountJudge(payment, capabilitiesOf);
  const requested = candidates.map(judge);
  const isNamed = requested.some(isEligible);
  const lacking = isNamed ? undefined : lackingWhereRouted(payment, requested);
  const isBound = isNamed || lacking !== undefined || isChargedAtItsAccount(payment);
  const known = new Set(requested.map(({ account }) => account));
  const byDefault = isBound
    ? []
    : candidatesAmong(
        inDefaultOrder(accounts, inForce?.payment.defaultOrder ?? null).filter((account) => !known.has(account)),
      ).map(judge);

  const considered = [...requested, ...byDefault];
  const dynamic = isOrderedByScores(source) ? (inForce?.dynamic ?? null) : null;
  const ranking = rankAccounts(considered.filter(isEligible), payment, {
    dynamic,
    ...(orderByScores && { orderByScores }),
    ...(healthOf && { healthOf }),
  });
  const fellBack = source.source !== 'default' && !isBound;
  const decision = decisionOf({ ...source, fellBack }, payment, context, considered, ranking);
  const [chosen, ...fallbacks] = takenOf(payment, ranking, fellBack);
  if (chosen) return { kind: 'routed', chosen, fallbacks, decision };
  if (lacking !== undefined) return { kind: 'none', ...refusedBecause('routing_not_implemented', lacking), decision };
  // The merchant asks why its own request was refused, and why no account takes the payment otherwise.
  const isRequest = namedByRequest(payment) !== null;
  const refusal = isRequest ? refusalOf(requested, byDefault) : refusalOf([], considered);
  return { kind: 'none', ...refusal, decision };
}
