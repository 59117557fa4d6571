import type { Json, RouteCandidate, RouteDecision, RoutingAlgorithmKind } from '@payorch/contracts';
import { healthyFirst, inFinalOrder, inOrder, inStaticOrder } from './account-order';
import type { Ordered } from './algorithm';
import { compileAlgorithm, readAlgorithm } from './algorithm';
import { isProblems } from '../program/report';
import { isChosenByScores, orderByScores } from './score-order';
import type { Choice } from './selection';

/** What a decision is replayed from, beside itself. */
export interface ReplayedFrom {
  readonly attemptId: string;
  /** What named the accounts: the stored algorithm, or what the request named itself; null: nothing, so the default order counted. */
  readonly algorithm: { readonly type: RoutingAlgorithmKind; readonly data: Json } | null;
}

const idOf = ({ merchantConnectorId }: RouteCandidate): string => merchantConnectorId;
const isEligible = ({ filter }: RouteCandidate): boolean => filter === null;

/** What named the accounts before scores ordered them. */
const namedBy = ({ source, algorithmId }: RouteDecision): Exclude<RouteDecision['source'], 'dynamic'> =>
  source !== 'dynamic' ? source : algorithmId === null ? 'default' : 'active';

/** An algorithm that does not read names no account, as for the service. */
function orderedBy({ facts }: RouteDecision, { attemptId, algorithm }: ReplayedFrom): Ordered | null {
  if (!algorithm) return null;
  const read = readAlgorithm(algorithm);
  return isProblems(read) ? { rule: null, draw: null, choices: [] } : compileAlgorithm(read).order(facts, attemptId);
}

/** Filters of accounts that the profile does not have: only their own id names them. */
const absent: ReadonlySet<RouteCandidate['filter']> = new Set(['deleted', 'other_profile']);

const isNamedBy = (one: RouteCandidate, { connector, merchantConnectorId: id }: Choice): boolean =>
  one.connector === connector && (id === null ? !absent.has(one.filter) : one.merchantConnectorId === id);

/** The candidates that the choices name, each once; a connector alone names all of its accounts. */
const namedAmong = (candidates: readonly RouteCandidate[], choices: readonly Choice[]): readonly RouteCandidate[] => [
  ...new Set(choices.flatMap((choice) => candidates.filter((one) => isNamedBy(one, choice)))),
];

interface Considered {
  readonly candidates: readonly RouteCandidate[];
  readonly fellBack: boolean;
}

/** Sources whose accounts are bound: no other account takes the payment. */
const bound: ReadonlySet<RouteDecision['source']> = new Set(['credentials', 'recurring']);

function consideredBy(decision: RouteDecision, ordered: Ordered | null): Considered {
  const candidates = inStaticOrder(decision.candidates);
  // What the request named is not known: its accounts stay as they were considered.
  if (!ordered || bound.has(decision.source)) return { candidates, fellBack: decision.fellBack };
  const named = namedAmong(candidates, ordered.choices);
  if (named.some(isEligible)) return { candidates: named, fellBack: false };
  const others = candidates.filter((one) => !named.includes(one));
  const isByAlgorithm = ['active', 'inline'].includes(namedBy(decision));
  // A request whose names are wrong, or whose payment method only the named accounts could have, goes to no other account.
  const fellBack = isByAlgorithm || decision.fellBack || others.length > 0;
  return { candidates: [...named, ...others], fellBack };
}

/**
 * Decides a recorded decision again, with the code of the service: from its facts, the verdicts, health and scores of its accounts,
 * and what named them. An unchanged result is the recorded decision itself, field by field. A decision with more candidates than it
 * lists is replayed among those that it lists.
 */
export function replay(recorded: RouteDecision, from: ReplayedFrom): RouteDecision {
  const ordered = orderedBy(recorded, from);
  const { candidates, fellBack } = consideredBy(recorded, ordered);
  const eligible = candidates.filter(isEligible);
  const { dynamic: scores } = recorded;
  const scored = scores?.inputs ? orderByScores(from.attemptId, scores.inputs) : null;
  const chosen = scored && isChosenByScores(scored) ? inOrder(eligible, scored.order, idOf) : eligible;
  const { order: _, ...verdict } = scored ?? { order: [] };
  const source = scored && isChosenByScores(scored) ? 'dynamic' : namedBy(recorded);
  return {
    ...recorded,
    source: scores && !scored ? recorded.source : source,
    rule: ordered ? ordered.rule : null,
    draw: ordered ? ordered.draw : null,
    fellBack,
    candidates: [...inFinalOrder(candidates, healthyFirst(chosen))],
    ...(scores && { dynamic: { ...scores, ...verdict } }),
  };
}

/** The account that a decision takes; null: none is eligible. */
export const takenBy = ({ candidates }: RouteDecision): RouteCandidate | null => candidates.find(isEligible) ?? null;
