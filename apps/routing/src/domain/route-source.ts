import type {
  ActiveAlgorithm,
  RouteDecision,
  RoutingAlgorithm,
  RoutingFacts,
  StraightThrough,
} from '@payorch/contracts';
import type { Choice, CompiledAlgorithm } from '@payorch/routing-rules';
import { compileAlgorithm, compiledOnce, isProblems, readAlgorithm } from '@payorch/routing-rules';

/** What is routed: a payment, or a payout. */
export interface Routable {
  /** Draws the account of a volume split: the same attempt draws the same account. */
  readonly attemptId: string;
  /** What algorithms compare. */
  readonly facts: RoutingFacts;
  readonly straightThrough: StraightThrough | null;
}

/** What names the accounts, and how. */
export interface RouteSource extends Pick<RouteDecision, 'source' | 'algorithmId' | 'rule' | 'draw'> {
  /** None for `default`: the profile's default order counts. */
  readonly choices: readonly Choice[];
}

type Named = Exclude<StraightThrough, { kind: 'algorithm' }>;

const unruled = { algorithmId: null, rule: null, draw: null };

/** The accounts that the request names; null: it names none itself. */
export const namedByRequest = ({ straightThrough }: Pick<Routable, 'straightThrough'>): Named | null =>
  straightThrough && straightThrough.kind !== 'algorithm' ? straightThrough : null;

export const choicesOf = (named: Named): readonly Choice[] =>
  named.kind === 'accounts'
    ? named.accounts
    : named.connectors.map((connector) => ({ connector, merchantConnectorId: null }));

type Ordering = Pick<CompiledAlgorithm, 'order'>;

const namesNone: Ordering = { order: () => ({ rule: null, draw: null, choices: [] }) };

/**
 * An algorithm that does not read, although it was checked when it was accepted (perhaps by another release), names no account, so
 * that the default order counts: an error would stop the payments of all merchants.
 */
function compiled(sent: RoutingAlgorithm): Ordering {
  const algorithm = readAlgorithm(sent);
  return isProblems(algorithm) ? namesNone : compileAlgorithm(algorithm);
}

const compiledActive = compiledOnce(({ kind: type, data }: ActiveAlgorithm) => compiled({ type, data }));

const sourceByAlgorithm = (
  source: 'inline' | 'active',
  { order }: Ordering,
  { facts, attemptId }: Routable,
  algorithmId: RouteSource['algorithmId'] = null,
): RouteSource => {
  const { rule, draw, choices } = order(facts, attemptId);
  return { source, algorithmId, rule, draw, choices };
};

/** Who names the accounts, in the order of precedence: the request, its algorithm, the active algorithm, the default order. */
export function routeSourceOf(
  routed: Routable,
  active: ActiveAlgorithm | null | undefined,
  ofRequest: 'straight_through' | 'recurring' = 'straight_through',
): RouteSource {
  const named = namedByRequest(routed);
  if (named) return { ...unruled, source: ofRequest, choices: choicesOf(named) };
  const { straightThrough } = routed;
  if (straightThrough?.kind === 'algorithm') {
    const { algorithm: type, data } = straightThrough;
    return sourceByAlgorithm('inline', compiled({ type, data }), routed);
  }
  if (!active) return { ...unruled, source: 'default', choices: [] };
  return sourceByAlgorithm('active', compiledActive(active), routed, active.algorithmId);
}
