import type { AccountRef, RouteCandidate } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { healthyFirst, inOrder, isChosenByScores } from '@payorch/routing-rules';
import type { Candidate } from './candidates';
import type { ScoreOrder } from '../score-order';

/** Undefined: the account is healthy. */
export type AccountHealth = RouteCandidate['health'];
export type HealthOf = (account: AccountRef) => AccountHealth;

/** An eligible account, with what moved it. */
export interface RankedCandidate<Ranked extends Candidate = Candidate> {
  readonly candidate: Ranked;
  readonly health: AccountHealth;
  readonly score: number | undefined;
}

export interface Ranking<Ranked extends Candidate = Candidate> {
  readonly ranked: readonly RankedCandidate<Ranked>[];
  /** Undefined: scores are off. */
  readonly dynamic: ScoreOrder['decision'] | undefined;
}

/** What moves eligible accounts; absent: nothing of the kind does. */
export interface Moving {
  readonly scoresOf?: ((eligible: readonly AccountRef[]) => ScoreOrder) | undefined;
  readonly healthOf?: HealthOf | undefined;
}

const idOf = ({ ref }: Candidate): MerchantConnectorId => ref.merchantConnectorId;

/** Ranks eligible accounts: by scores where they choose, and unhealthy accounts after all healthy ones. */
export function rankAccounts<Ranked extends Candidate>(
  eligible: readonly Ranked[],
  { scoresOf, healthOf }: Moving,
): Ranking<Ranked> {
  const scored = scoresOf && eligible.length > 0 ? scoresOf(eligible.map(({ ref }) => ref)) : undefined;
  const ordered = scored && isChosenByScores(scored.decision) ? inOrder(eligible, scored.order, idOf) : eligible;
  const ranked = ordered.map((candidate) => ({
    candidate,
    health: healthOf?.(candidate.ref),
    score: scored?.scores.get(idOf(candidate)),
  }));
  return {
    ranked: healthyFirst(ranked),
    dynamic: scored?.decision,
  };
}
