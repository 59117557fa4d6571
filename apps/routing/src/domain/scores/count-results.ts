import type { DynamicRouting, RoutingFacts, ScoreParameter, ScoreValues } from '@payorch/contracts';
import { scoreValuesOf } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { type ContractProgress, withApproved } from './contract-progress';
import { emptyBucket, type FailureBucket, withOutcome } from './failure-bucket';
import { emptyWindow, type RateWindow, withResult } from './rate-window';
import { contractGroup, eliminationGroup, labelIn, type ScoreGroup, successGroup } from './score-groups';

/** The definite end of an attempt at an account. */
export interface AttemptResult {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  readonly merchantConnectorId: MerchantConnectorId;
  readonly connector: string;
  readonly isApproved: boolean;
  /** The operators' category of a decline (GSM); null: none. */
  readonly errorCategory: string | null;
  readonly values: ScoreValues;
  /** Unix milliseconds. */
  readonly at: number;
}

/** What a group knows of an account; a group has scores of one kind. */
export interface AccountScore {
  readonly window?: RateWindow;
  readonly bucket?: FailureBucket;
  readonly progress?: ContractProgress;
}

/** `counted`: the next result of each partition of the topic. A result below it is in the scores already. */
export interface GroupScores {
  readonly counted: Readonly<Record<string, number>>;
  readonly accounts: Readonly<Record<string, AccountScore>>;
}

export const emptyScores: GroupScores = { counted: {}, accounts: {} };

/** The categories of declines that say nothing about the processor: the customer's means, the merchant's data, a fraud check. */
const notTheProcessors: ReadonlySet<string> = new Set([
  'issue_with_payment_method',
  'processor_decline_incorrect_data',
  'frm_decline',
]);

/** Whether a result counts in the bucket of its account. A decline that no rule of the operators explains counts. */
const isAboutProcessor = ({ errorCategory }: AttemptResult): boolean =>
  errorCategory === null || !notTheProcessors.has(errorCategory);

/** One change of one account in a group. */
export interface ScoreChange {
  readonly group: ScoreGroup;
  readonly label: string;
  readonly change: (score: AccountScore) => AccountScore;
}

/** Scores are kept for a feature that selects, and for one that is only measured. */
const isKept = <Config extends { readonly feature: string }>(config: Config | null): config is Config =>
  config !== null && config.feature !== 'none';

/** Of the facts of a payment the values that its profile keeps scores by, and no other. */
export function scoredValuesOf(facts: RoutingFacts, { successBased, elimination }: DynamicRouting): ScoreValues {
  const params = new Set([successBased, elimination].filter(isKept).flatMap((config) => config.params));
  const values = Object.entries(scoreValuesOf(facts)) as [ScoreParameter, string][];
  return Object.fromEntries(values.filter(([param]) => params.has(param)));
}

/** What a result changes by the settings of its profile. */
export function changesOf(result: AttemptResult, dynamic: DynamicRouting): ScoreChange[] {
  const { successBased, elimination, contract } = dynamic;
  const { at, values, isApproved } = result;
  const changes: ScoreChange[] = [];
  const add = (group: ScoreGroup, change: ScoreChange['change']): void => {
    changes.push({ group, label: labelIn(group, result), change });
  };
  if (isKept(successBased))
    add(successGroup(result, successBased, values), ({ window = emptyWindow }) => ({
      window: withResult(window, { isApproved, at }, successBased),
    }));
  if (isKept(elimination) && isAboutProcessor(result))
    add(eliminationGroup(result, elimination, values), ({ bucket = emptyBucket }) => ({
      bucket: withOutcome(bucket, { isFailure: !isApproved, at }, elimination),
    }));
  const target = contract?.labels.find(({ merchantConnectorId }) => merchantConnectorId === result.merchantConnectorId);
  if (isKept(contract) && target && isApproved)
    add(contractGroup(result), ({ progress }) => ({ progress: withApproved(progress, at, target) }));
  return changes;
}

/** Changes of one partition of the topic, each with the offset of its result. */
export type CountedChange = Pick<ScoreChange, 'label' | 'change'> & { readonly offset: number };

/** The scores of a group with the changes that are not in them yet, in the order of the partition. */
export function withChanges(scores: GroupScores, partition: number, changes: readonly CountedChange[]): GroupScores {
  const from = scores.counted[partition] ?? 0;
  const fresh = changes.filter(({ offset }) => offset >= from);
  const last = fresh.at(-1);
  if (!last) return scores;
  const accounts: Record<string, AccountScore> = { ...scores.accounts };
  for (const { label, change } of fresh) accounts[label] = change(accounts[label] ?? {});
  return { counted: { ...scores.counted, [partition]: last.offset + 1 }, accounts };
}

/** The scores with a change that no partition of the topic brought. */
export const withChange = (
  scores: GroupScores,
  { label, change }: Pick<ScoreChange, 'label' | 'change'>,
): GroupScores => ({
  ...scores,
  accounts: { ...scores.accounts, [label]: change(scores.accounts[label] ?? {}) },
});
