import type { AccountRef, DynamicRouting, ScoreInputs, ScoreValues } from '@payorch/contracts';
import { maxCandidates } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { orderByScores, scoresUnused } from '@payorch/routing-rules';
import type { ScoreOrder } from '../score-order';
import { needOf } from './contract-progress';
import type { AccountScore, GroupScores } from './count-results';
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

const withFeature =
  (...features: readonly string[]) =>
  <Config extends { readonly feature: string }>(config: Config | null): Config | null =>
    config !== null && features.includes(config.feature) ? config : null;
const selecting = withFeature('dynamic_connector_selection');
const kept = withFeature('metrics', 'dynamic_connector_selection');

const idOf = ({ merchantConnectorId }: AccountRef) => merchantConnectorId;

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
  const scored = (account: AccountRef): ScoreInputs['accounts'][number] => ({
    merchantConnectorId: idOf(account),
    rate: rate(account),
    ...resultsOf(window(account).window ?? emptyWindow),
    need: need(account),
    isFull: isEliminated(account),
  });
  return { scored, shown };
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
  const { scored, shown } = scoresOf(payment, config, known, now);
  const success = selecting(config.successBased);
  const rules = {
    split: config.split,
    bySuccess: success && { explorationPercent: success.explorationPercent, shuffleOnTie: success.shuffleOnTie },
    byNeed: selecting(config.contract) !== null,
    byFailures: selecting(config.elimination) !== null,
    isKnown: known !== undefined,
  };
  const isUsed = scoresUnused(attemptId, rules) === null;
  const inputs = { ...rules, accounts: isUsed ? accounts.map(scored) : [] };
  const { order, approach, eliminated } = orderByScores(attemptId, inputs);
  return {
    order: isUsed ? order : accounts.map(idOf),
    scores: new Map(known && shown ? accounts.map((account) => [idOf(account), shown(account)]) : []),
    decision: { approach, ...ids, eliminated, ...(accounts.length <= maxCandidates && { inputs }) },
  };
}
