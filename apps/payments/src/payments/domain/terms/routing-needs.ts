import type {
  AccountRef,
  ActiveAlgorithm,
  DynamicRouting,
  RoutingAlgorithm,
  RoutingSettings,
  StraightThrough,
} from '@payorch/contracts';
import { scoreFactKeys } from '@payorch/contracts';
import type { NeededFacts, RuleKey } from '@payorch/routing-rules';
import { compiledOnce, isProblems, neededFacts, readAlgorithm } from '@payorch/routing-rules';

const nothing: NeededFacts = { keys: new Set(), metadata: new Set() };

/** Routing passes over an algorithm that does not read, so it compares nothing. */
function needsOf(sent: RoutingAlgorithm): NeededFacts {
  const read = readAlgorithm(sent);
  return isProblems(read) || read.type !== 'advanced' ? nothing : neededFacts(read.program);
}

const needsOfActive = compiledOnce(({ kind: type, data }: ActiveAlgorithm) => needsOf({ type, data }));

const keysOfScores = compiledOnce(({ successBased, elimination }: DynamicRouting): ReadonlySet<RuleKey> => {
  const configs = [successBased, elimination].filter((config) => config && config.feature !== 'none');
  return new Set(configs.flatMap((config) => config?.params ?? []).flatMap((param) => scoreFactKeys[param]));
});

/** The facts by which the scores of a profile are kept. */
export const needsOfScores = (dynamic: DynamicRouting): NeededFacts => ({ ...nothing, keys: keysOfScores(dynamic) });

/** What the choice of an attempt's account depends on. */
export interface RoutedBy {
  readonly straightThrough: StraightThrough | null;
  readonly credentials: AccountRef | null;
  /** Undefined: nothing is set for the profile. */
  readonly routing: RoutingSettings | undefined;
}

/** The facts by which the attempt is routed. Accounts that the request names are compared with none. */
export function routingNeedsOf({ straightThrough, credentials, routing }: RoutedBy): NeededFacts {
  if (credentials || straightThrough?.kind === 'connectors' || straightThrough?.kind === 'accounts') return nothing;
  const active = routing?.payment.active;
  const ofAlgorithm = straightThrough
    ? needsOf({ type: straightThrough.algorithm, data: straightThrough.data })
    : active
      ? needsOfActive(active)
      : nothing;
  const dynamic = routing?.dynamic;
  return dynamic ? { ...ofAlgorithm, keys: new Set([...ofAlgorithm.keys, ...keysOfScores(dynamic)]) } : ofAlgorithm;
}
