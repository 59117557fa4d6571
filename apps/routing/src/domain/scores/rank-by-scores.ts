import type { AccountRef, DynamicRouting, ScoreValues } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { ScoreOrder } from '../score-order';
import { needOf } from './contract-progress';
import type { AccountScore, GroupScores } from './count-results';
import { drawOf, normalDrawOf } from './draw';
import { emptyBucket, isFull } from './failure-bucket';
import { emptyWindow, rateOf, resultsOf } from './rate-window';
import { contractGroup, eliminationGroup, labelIn, type ScoreGroup, successGroup } from './score-groups';

/** The scores that this instance has in memory. Undefined: it has none to go by. */
export type KnownScores = ((group: ScoreGroup) => GroupScores | undefined) | undefined;

export interface ScoredPayment {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  readonly attemptId: string;
  readonly values: ScoreValues;
}

/** The share of exploring attempts that take any other account, so that a recovered account is noticed. */
const anyOtherShare = 0.1;

type Approach = ScoreOrder['decision']['approach'];

const withFeature =
  (...features: readonly string[]) =>
  <Config extends { readonly feature: string }>(config: Config | null): Config | null =>
    config !== null && features.includes(config.feature) ? config : null;
const selecting = withFeature('dynamic_connector_selection');
const kept = withFeature('metrics', 'dynamic_connector_selection');

const idOf = ({ merchantConnectorId }: AccountRef) => merchantConnectorId;

/** Sorts by falling value; accounts with equal values stay in their order. */
const byFalling = (accounts: readonly AccountRef[], valueOf: (account: AccountRef) => number): AccountRef[] =>
  accounts
    .map((account) => ({ account, value: valueOf(account) }))
    .sort((a, b) => b.value - a.value)
    .map(({ account }) => account);

const headFirst = (head: AccountRef, order: readonly AccountRef[]): AccountRef[] => [
  head,
  ...order.filter((account) => account !== head),
];

interface Explored {
  readonly order: readonly AccountRef[];
  readonly isExplored: boolean;
}

/**
 * Orders accounts by rate and lets a share of the attempts try another first: most by a rate that is drawn from what the
 * results of each account leave open (Thompson sampling), so an account that is known to be worse is hardly tried, and a few
 * take any other account.
 */
function bySuccess(
  accounts: readonly AccountRef[],
  scoreOf: (account: AccountRef) => AccountScore,
  attemptId: string,
  config: NonNullable<DynamicRouting['successBased']>,
): Explored {
  const rates = new Map(accounts.map((account) => [account, rateOf(scoreOf(account).window ?? emptyWindow, config)]));
  const about = (what: string, { merchantConnectorId }: AccountRef): string => `${what}/${merchantConnectorId}`;
  const inTurn = config.shuffleOnTie
    ? byFalling(accounts, (account) => drawOf(attemptId, about('tie', account)))
    : accounts;
  const order = byFalling(inTurn, (account) => rates.get(account) ?? 0);
  const [best, ...others] = order;
  const isExploring = drawOf(attemptId, 'explore') * 100 < config.explorationPercent;
  if (!isExploring || best === undefined || others.length === 0) return { order, isExplored: false };
  const drawnRate = (account: AccountRef): number => {
    const { approved, total } = resultsOf(scoreOf(account).window ?? emptyWindow);
    const mean = (approved + 1) / (total + 2);
    return mean + Math.sqrt((mean * (1 - mean)) / (total + 3)) * normalDrawOf(attemptId, about('rate', account));
  };
  const isAnyOther = drawOf(attemptId, 'any_other') < anyOtherShare;
  const head = isAnyOther
    ? others[Math.floor(drawOf(attemptId, 'other') * others.length)]
    : byFalling(order, drawnRate)[0];
  return head === undefined
    ? { order, isExplored: false }
    : { order: headFirst(head, order), isExplored: head !== best };
}

/** The success rate and the need of each account, of features that are on. */
function scoresOf(payment: ScoredPayment, config: DynamicRouting, known: KnownScores, now: number) {
  const [success, contract, elimination] = [kept(config.successBased), kept(config.contract), kept(config.elimination)];
  const scoreIn = (group: ScoreGroup | null) => {
    const accounts = group && known?.(group)?.accounts;
    return (account: AccountRef): AccountScore => (group && accounts?.[labelIn(group, account)]) ?? {};
  };
  const window = scoreIn(success && successGroup(payment, success, payment.values));
  const bucket = scoreIn(elimination && eliminationGroup(payment, elimination, payment.values));
  const progress = scoreIn(contract && contractGroup(payment));
  const rate = (account: AccountRef): number => (success ? rateOf(window(account).window ?? emptyWindow, success) : 0);
  const need = (account: AccountRef): number => {
    const target = contract?.labels.find(({ merchantConnectorId: id }) => id === account.merchantConnectorId);
    return contract && target ? needOf(progress(account).progress, now, target, contract) : 0;
  };
  const isEliminated = (account: AccountRef): boolean =>
    elimination !== null && isFull(bucket(account).bucket ?? emptyBucket, now, elimination);
  const shown = success ? rate : contract ? (account: AccountRef) => 100 * need(account) : null;
  return { window, need, isEliminated, shown };
}

function approachOf(
  { successBased, elimination }: DynamicRouting,
  { isContracts, isExplored }: { readonly isContracts: boolean; readonly isExplored: boolean },
): Approach {
  if (isContracts) return 'contract';
  if (isExplored) return 'explored';
  if (selecting(successBased)) return 'success_rate';
  return selecting(elimination) ? 'elimination' : 'contract';
}

/**
 * Orders the eligible accounts of a payment, given in their static order, by the profile's scores: by success rate, accounts
 * with an unmet contract before the others, and accounts with a full bucket of failures last.
 */
export function rankByScores(
  payment: ScoredPayment,
  accounts: readonly AccountRef[],
  config: DynamicRouting,
  known: KnownScores,
  now: number,
): ScoreOrder {
  const { attemptId } = payment;
  const ids = {
    successBasedId: config.successBased?.algorithmId ?? null,
    eliminationId: config.elimination?.algorithmId ?? null,
    contractId: config.contract?.algorithmId ?? null,
  };
  const { window, need, isEliminated, shown } = scoresOf(payment, config, known, now);
  const scores = new Map(known && shown ? accounts.map((account) => [idOf(account), shown(account)]) : []);
  const unchanged = (approach: Approach): ScoreOrder => ({
    ...{ order: accounts.map(idOf), scores },
    decision: { approach, ...ids, eliminated: [] },
  });
  const [byRate, byNeed] = [selecting(config.successBased), selecting(config.contract)];
  const byFailures = selecting(config.elimination);
  if (!byRate && !byNeed && !byFailures) return unchanged('metrics');
  if (drawOf(attemptId, 'split') * 100 >= config.split) return unchanged('static');
  if (!known) return unchanged('unavailable');

  const full = byFailures ? accounts.filter(isEliminated) : [];
  // Where every bucket is full, none says which account is better.
  const eliminated = full.length < accounts.length ? full : [];
  const available = accounts.filter((account) => !eliminated.includes(account));
  const { order: ranked, isExplored } = byRate
    ? bySuccess(available, window, attemptId, byRate)
    : { order: available, isExplored: false };
  const order = byNeed ? byFalling(ranked, need) : ranked;
  const isContracts = byNeed !== null && order[0] !== undefined && need(order[0]) > 0;
  return {
    order: [...order, ...eliminated].map(idOf),
    scores,
    decision: {
      approach: approachOf(config, { isContracts, isExplored }),
      ...ids,
      eliminated: eliminated.map(idOf),
    },
  };
}
