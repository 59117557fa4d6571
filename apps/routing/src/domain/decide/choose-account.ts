import type { AccountRef, ConnectorAccountSettings, RouteDecision, RoutingChoice } from '@payorch/contracts';
import { isChosenByScores } from '@payorch/routing-rules';
import type { HealthOf, Moving, Ranking } from '../accounts/account-order';
import { rankAccounts } from '../accounts/account-order';
import type { JudgedCandidate } from '../accounts/account-verdict';
import { isEligible } from '../accounts/account-verdict';
import type { AccountType, Candidate, IsElsewhere } from '../accounts/candidates';
import { candidatesAmong, inDefaultOrder, NamedAccounts } from '../accounts/candidates';
import { explainCandidates } from '../route-decision';
import type { AccountReason, PaymentReason, RouteRefusal } from '../route-refusal';
import { refusedBecause } from '../route-refusal';
import type { Routable, RouteSource } from '../route-source';
import { choicesOf, namedByRequest } from '../route-source';

/** What routing knows of a profile's accounts when it decides. */
export interface AccountContext {
  /** The accounts of the profile, in order of creation. */
  readonly accounts: readonly ConnectorAccountSettings[];
  /** The version of the merchant's settings that the accounts are of. */
  readonly accountVersion: number;
  /** What the merchant chose for the profile; null: nothing. */
  readonly inForce: RoutingChoice | null;
  readonly isElsewhere: IsElsewhere;
  /** Absent: every account is healthy. */
  readonly healthOf?: HealthOf;
}

export type Route<Reason extends PaymentReason = PaymentReason> = { readonly decision: RouteDecision } & (
  | { readonly kind: 'routed'; readonly chosen: AccountRef; readonly fallbacks: readonly AccountRef[] }
  | ({ readonly kind: 'none' } & RouteRefusal<Reason>)
);

type Judged = readonly JudgedCandidate[];

/** How the account of something is chosen. */
export interface Choosing<Routed extends Routable, Reason extends PaymentReason> {
  readonly routed: Routed;
  readonly accountType: AccountType;
  readonly source: RouteSource;
  /** Null: in order of creation. */
  readonly defaultOrder: readonly AccountRef[] | null;
  readonly isConnector: (name: string) => boolean;
  readonly judge: (candidate: Candidate) => JudgedCandidate;
  /** No account but those that the source names may take it, and they are taken by their names alone. */
  readonly isBound?: boolean;
  /** Why only the named accounts may take it although all of them are left out; undefined: others may. */
  readonly refusalWhereNamed?: (requested: Judged) => RouteRefusal<Reason> | undefined;
  readonly scoresOf?: Moving['scoresOf'];
  readonly refusalOf: (requested: Judged, byDefault: Judged) => RouteRefusal<Reason | AccountReason>;
}

const unranked: Ranking<JudgedCandidate> = { ranked: [], dynamic: undefined };

type Sourced = Omit<RouteSource, 'choices'> & Pick<RouteDecision, 'fellBack'>;

/** Why an account was chosen, or none. */
export const decisionOf = (
  { source, algorithmId, rule, draw, fellBack }: Sourced,
  { facts }: Pick<Routable, 'facts'>,
  { inForce, accountVersion }: AccountContext,
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

/** What is wrong with the names in the request itself, whatever is routed. */
function misnamed(
  { routed, isConnector, isBound }: Choosing<Routable, PaymentReason>,
  named: NamedAccounts,
): RouteRefusal<'unknown_connector' | 'unknown_account'> | undefined {
  const requested = namedByRequest(routed);
  if (!requested) return undefined;
  const choices = choicesOf(requested);
  const unknown = choices.find(({ connector }) => !isConnector(connector));
  if (unknown) return refusedBecause('unknown_connector', unknown.connector);
  if (isBound) return undefined;
  const absent = choices.find(({ merchantConnectorId: id }) => id !== null && !named.has(id));
  return absent && refusedBecause('unknown_account', absent.connector);
}

/** The eligible accounts, best first. `single` in a request is one account, without a fallback. */
function takenOf({ straightThrough }: Routable, { ranked }: Ranking, fellBack: boolean): readonly AccountRef[] {
  const refs = ranked.map(({ candidate }) => candidate.ref);
  const isOne = straightThrough?.kind === 'accounts' && straightThrough.algorithm === 'single' && !fellBack;
  return isOne ? refs.slice(0, 1) : refs;
}

/**
 * Chooses an account and its fallbacks. The accounts that the request, its algorithm or the active algorithm names come first. When
 * none of them is eligible, the default order counts. The same input gives the same route and the same explanation, so a redelivered
 * request gets the same message.
 */
export function chooseAccount<Routed extends Routable, Reason extends PaymentReason>(
  choosing: Choosing<Routed, Reason>,
  context: AccountContext,
): Route<Reason | AccountReason> {
  const { routed, accountType, source, judge, scoresOf } = choosing;
  const { accounts, isElsewhere, healthOf } = context;
  const named = new NamedAccounts(accounts, accountType, isElsewhere);
  const candidates = named.candidatesOf(source.choices);
  const wrong = misnamed(choosing, named);
  if (wrong) {
    const absent = candidates.filter(({ filter }) => filter !== null);
    const decision = decisionOf({ ...source, fellBack: false }, routed, context, absent, unranked);
    return { kind: 'none', ...wrong, decision };
  }

  const requested = candidates.map(judge);
  const isNamed = requested.some(isEligible);
  const whereNamed = isNamed ? undefined : choosing.refusalWhereNamed?.(requested);
  const isBound = isNamed || whereNamed !== undefined || choosing.isBound === true;
  const known = new Set(requested.map(({ account }) => account));
  const byDefault = isBound
    ? []
    : candidatesAmong(
        inDefaultOrder(accounts, accountType, choosing.defaultOrder).filter((account) => !known.has(account)),
      ).map(judge);

  const considered = [...requested, ...byDefault];
  const ranking = rankAccounts(considered.filter(isEligible), { scoresOf, healthOf });
  const fellBack = source.source !== 'default' && !isBound;
  const decision = decisionOf({ ...source, fellBack }, routed, context, considered, ranking);
  const [chosen, ...fallbacks] = takenOf(routed, ranking, fellBack);
  if (chosen) return { kind: 'routed', chosen, fallbacks, decision };
  if (whereNamed !== undefined) return { kind: 'none', ...whereNamed, decision };
  // The merchant asks why its own request was refused, and why no account takes it otherwise.
  const isRequest = namedByRequest(routed) !== null;
  const refusal = isRequest ? choosing.refusalOf(requested, byDefault) : choosing.refusalOf([], considered);
  return { kind: 'none', ...refusal, decision };
}
