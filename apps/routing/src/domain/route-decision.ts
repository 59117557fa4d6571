import type { RouteCandidate, RouteDecision } from '@payorch/contracts';
import { maxCandidates } from '@payorch/contracts';
import type { Ranking } from './account-order';
import type { Candidate } from './candidates';

const shown = ({ ref: { merchantConnectorId, connector }, filter }: Candidate): RouteCandidate => ({
  merchantConnectorId,
  connector,
  filter,
});

/** The candidates as they were considered: the eligible ones, in their final order, in the places of eligible ones. */
function candidatesIn(considered: readonly Candidate[], { ranked }: Ranking): RouteCandidate[] {
  let next = 0;
  return considered.map((candidate) => {
    if (candidate.filter !== null) return shown(candidate);
    const { candidate: placed, health, score } = ranked[next++] ?? { candidate };
    const eligible = shown(placed);
    if (health !== undefined) eligible.health = health;
    if (score !== undefined) eligible.score = score;
    return eligible;
  });
}

/** The first candidates, always with the first eligible one. */
function bounded(all: RouteCandidate[]): Pick<RouteDecision, 'candidates' | 'more'> {
  if (all.length <= maxCandidates) return { candidates: all };
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
