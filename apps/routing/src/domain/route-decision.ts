import type { RouteCandidate, RouteDecision } from '@payorch/contracts';
import { maxCandidates } from '@payorch/contracts';
import { inFinalOrder } from '@payorch/routing-rules';
import type { Ranking } from './account-order';
import type { Candidate } from './candidates';

const shown = ({ ref, filter }: Candidate): RouteCandidate => ({ ...ref, filter });

/** The candidates as they were considered: the eligible ones, in their final order, in the places of eligible ones. */
const candidatesIn = (considered: readonly Candidate[], { ranked }: Ranking): readonly RouteCandidate[] =>
  inFinalOrder(
    considered.map(shown),
    ranked.map(({ candidate, health, score }) => ({
      ...shown(candidate),
      ...(health && { health }),
      ...(score !== undefined && { score }),
    })),
  );

/** The first candidates, always with the first eligible one. */
function bounded(all: readonly RouteCandidate[]): Pick<RouteDecision, 'candidates' | 'more'> {
  if (all.length <= maxCandidates) return { candidates: [...all] };
  const chosen = all.findIndex(({ filter }) => filter === null);
  const first =
    chosen < maxCandidates ? all.slice(0, maxCandidates) : [...all.slice(0, maxCandidates - 1), all[chosen]!];
  return { candidates: first, more: all.length - maxCandidates };
}

/** What a decision says of its candidates. */
export const explainCandidates = (considered: readonly Candidate[], ranking: Ranking) => ({
  ...bounded(candidatesIn(considered, ranking)),
  ...(ranking.dynamic && { dynamic: ranking.dynamic }),
});
