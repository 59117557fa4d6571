import type { RouteDecision, ScoreInputs } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { drawOf, normalDrawOf } from './score-draws';

type Scored = ScoreInputs['accounts'][number];
type Dynamic = NonNullable<RouteDecision['dynamic']>;

/** The share of exploring attempts that take any other account, so that a recovered account is noticed. */
const anyOtherShare = 0.1;

const idOf = ({ merchantConnectorId }: Scored): MerchantConnectorId => merchantConnectorId;

/** Sorts by falling value; accounts with equal values stay in their order. */
const byFalling = (accounts: readonly Scored[], valueOf: (account: Scored) => number): readonly Scored[] =>
  accounts
    .map((account) => ({ account, value: valueOf(account) }))
    .sort((a, b) => b.value - a.value)
    .map(({ account }) => account);

const headFirst = (head: Scored, order: readonly Scored[]): readonly Scored[] => [
  head,
  ...order.filter((account) => account !== head),
];

interface Explored {
  readonly order: readonly Scored[];
  readonly isExplored: boolean;
}

const about = (what: string, account: Scored): string => `${what}/${account.merchantConnectorId}`;

/** A rate that is drawn from what the results of an account leave open. */
function drawnRate(account: Scored, attemptId: string): number {
  const { approved, total } = account;
  const mean = (approved + 1) / (total + 2);
  return mean + Math.sqrt((mean * (1 - mean)) / (total + 3)) * normalDrawOf(attemptId, about('rate', account));
}

/**
 * Orders accounts by rate and lets a share of the attempts try another first: most by a drawn rate (Thompson sampling), so an
 * account that is known to be worse is hardly tried, and a few take any other account.
 */
function bySuccess(
  accounts: readonly Scored[],
  attemptId: string,
  { explorationPercent, shuffleOnTie }: NonNullable<ScoreInputs['bySuccess']>,
): Explored {
  const inTurn = shuffleOnTie ? byFalling(accounts, (account) => drawOf(attemptId, about('tie', account))) : accounts;
  const order = byFalling(inTurn, ({ rate }) => rate);
  const [best, ...others] = order;
  const isExploring = drawOf(attemptId, 'explore') * 100 < explorationPercent;
  if (!isExploring || best === undefined || others.length === 0) return { order, isExplored: false };
  const isAnyOther = drawOf(attemptId, 'any_other') < anyOtherShare;
  const head = isAnyOther
    ? others[Math.floor(drawOf(attemptId, 'other') * others.length)]
    : byFalling(order, (account) => drawnRate(account, attemptId))[0];
  return head === undefined
    ? { order, isExplored: false }
    : { order: headFirst(head, order), isExplored: head !== best };
}

/** What scores do with an attempt, and the accounts in the order of the scores; without any where scores choose nothing. */
export interface OrderedByScores extends Pick<Dynamic, 'approach' | 'eliminated'> {
  readonly order: readonly MerchantConnectorId[];
}

/** Whether the scores of an attempt count at all; otherwise why not. They need not be read then. */
export function scoresUnused(
  attemptId: string,
  { bySuccess: success, byNeed, byFailures, split, isKnown }: Omit<ScoreInputs, 'accounts'>,
): 'metrics' | 'static' | 'unavailable' | null {
  if (success === null && !byNeed && !byFailures) return 'metrics';
  if (drawOf(attemptId, 'split') * 100 >= split) return 'static';
  return isKnown ? null : 'unavailable';
}

/**
 * Orders accounts, given in their static order, by scores: by success rate, accounts with an unmet contract before the others, and
 * accounts with a full bucket of failures last. The same inputs give the same order in every process and release.
 */
export function orderByScores(attemptId: string, inputs: ScoreInputs): OrderedByScores {
  const unused = scoresUnused(attemptId, inputs);
  if (unused) return { approach: unused, eliminated: [], order: [] };
  const { accounts, bySuccess: success, byNeed, byFailures } = inputs;
  const full = byFailures ? accounts.filter(({ isFull }) => isFull) : [];
  // Where every bucket is full, none says which account is better.
  const eliminated = full.length < accounts.length ? full : [];
  const available = accounts.filter((account) => !eliminated.includes(account));
  const { order: ranked, isExplored } = success
    ? bySuccess(available, attemptId, success)
    : { order: available, isExplored: false };
  const order = byNeed ? byFalling(ranked, ({ need }) => need) : ranked;
  const isContracts = byNeed && order[0] !== undefined && order[0].need > 0;
  const others = success ? 'success_rate' : byFailures ? 'elimination' : 'contract';
  return {
    approach: isContracts ? 'contract' : isExplored ? 'explored' : others,
    eliminated: eliminated.map(idOf),
    order: [...order, ...eliminated].map(idOf),
  };
}

const choosing: ReadonlySet<Dynamic['approach']> = new Set(['success_rate', 'explored', 'contract', 'elimination']);

/** Whether the scores chose the account. */
export const isChosenByScores = ({ approach }: Pick<Dynamic, 'approach'>): boolean => choosing.has(approach);
