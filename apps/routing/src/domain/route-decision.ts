import type { RouteCandidate, RouteDecision } from '@payorch/contracts';
import { maxCandidates } from '@payorch/contracts';
import { inFinalOrder } from '@payorch/routing-rules';
import type { Ranking } from './accounts/account-order';
import type { Candidate } from './accounts/candidates';

const shown = ({ ref: { merchantConnectorId, connector }, filter }: Candidate): RouteCandidate => ({
  merchantConnectorId,
  connector,
  filter,
});

function shownAs({ candidate, health, score }: Ranking['ranked'][number]): RouteCandidate {
  const eligible = shown(candidate);
  if (health !== undefined) eligible.health = health;
  if (score !== undefined) eligible.score = score;
  return eligible;
}

/** The candidates as they were considered: the eligible ones, in their final order, in the places of eligible ones. */
const candidatesIn = (considered: readonly Candidate[], { ranked }: Ranking): RouteCandidate[] =>
  inFinalOrder(considered.map(shown), ranked.map(shownAs));

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
