import type { ActiveAlgorithm, RoutingAlgorithm, StraightThrough } from '@payorch/contracts';
import { readAlgorithm } from '../choice/algorithm';
import { compiledOnce } from '../program/compiled-once';
import { type NeededFacts, neededFacts, noFacts } from '../program/needed-facts';
import { isProblems } from '../program/report';

/** Routing passes over an algorithm that does not read, so it compares nothing. */
function needsOf(sent: RoutingAlgorithm): NeededFacts {
  const read = readAlgorithm(sent);
  return isProblems(read) || read.type !== 'advanced' ? noFacts : neededFacts(read.program);
}

const needsOfActive = compiledOnce(({ kind: type, data }: ActiveAlgorithm) => needsOf({ type, data }));

/** The algorithms that may choose an account. */
export interface ChoosingAlgorithms {
  readonly straightThrough: StraightThrough | null;
  /** The profile's; null or undefined: none is in force. */
  readonly active: ActiveAlgorithm | null | undefined;
}

/** The facts that the algorithm in force compares: accounts that the request names are compared with none. */
export function algorithmNeeds({ straightThrough, active }: ChoosingAlgorithms): NeededFacts {
  if (straightThrough?.kind === 'algorithm')
    return needsOf({ type: straightThrough.algorithm, data: straightThrough.data });
  return straightThrough || !active ? noFacts : needsOfActive(active);
}
