import {
  type ContractConfig,
  type DynamicRouting,
  type EliminationConfig,
  isRefusal,
  joinRefusals,
  type Refusal,
  refuse,
  type SuccessBasedConfig,
} from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import type { ContractBasedRoutingConfig, EliminationRoutingConfig, SuccessBasedRoutingConfig } from '@payorch/rest';

/** The features of dynamic routing, each with a config of its own. */
export type DynamicKind = 'successBased' | 'elimination' | 'contract';
export type ConfigOf<Kind extends DynamicKind> = NonNullable<DynamicRouting[Kind]>;
/** What a merchant configures. */
export type Terms<Config> = Omit<Config, 'algorithmId' | 'feature'>;

const usualSuccessBased: Terms<SuccessBasedConfig> = {
  params: ['PaymentMethod'],
  minAggregatesSize: 5,
  defaultSuccessRate: 100,
  maxAggregatesSize: 8,
  blockThreshold: { durationInMins: null, maxTotalCount: 5 },
  specificityLevel: 'merchant',
  explorationPercent: 20,
  shuffleOnTie: false,
};
const usualElimination: Terms<EliminationConfig> = {
  params: ['PaymentMethod'],
  bucketSize: 5,
  bucketLeakIntervalInSecs: 60,
};
const usualContract: Terms<ContractConfig> = { constants: [0.7, 0.35], timeScale: 'day', labels: [] };

/** Blocks and failures that the scores of an account keep at most. */
const largestSize = 1_000;
const longestMinutes = 43_200;

const invalid = (message: string, path?: string): Refusal =>
  refuse('invalid_request', { message, ...(path !== undefined && { path }) });

interface Bound {
  readonly path: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

/** Everything that is out of its bounds. */
const outOfBounds = (bounds: readonly Bound[]): Refusal | undefined =>
  joinRefusals(
    bounds
      .filter(({ value, from, to }) => value < from || value > to)
      .map(({ path, from, to }) => invalid(`${path} must be from ${from} to ${to}`, path)),
  );

const isEmpty = (sent: object | null | undefined): boolean =>
  sent === null || sent === undefined || Object.values(sent).every((value) => value === null || value === undefined);

/** The terms that a request sets; what it does not name stays as it is, at first as the interface has it. */
export function successBasedTerms(
  sent: SuccessBasedRoutingConfig | undefined,
  known: Terms<SuccessBasedConfig> = usualSuccessBased,
): Terms<SuccessBasedConfig> | Refusal {
  if (sent && isEmpty(sent.params) && isEmpty(sent.config) && isEmpty(sent.decision_engine_configs))
    return invalid('All fields in SuccessBasedRoutingConfig cannot be null');
  const { config, params } = sent ?? {};
  const threshold = config?.current_block_threshold;
  const terms: Terms<SuccessBasedConfig> = {
    params: params ?? known.params,
    minAggregatesSize: config?.min_aggregates_size ?? known.minAggregatesSize,
    defaultSuccessRate: config?.default_success_rate ?? known.defaultSuccessRate,
    maxAggregatesSize: config?.max_aggregates_size ?? known.maxAggregatesSize,
    blockThreshold: {
      durationInMins: threshold?.duration_in_mins ?? known.blockThreshold.durationInMins,
      maxTotalCount: threshold?.max_total_count ?? known.blockThreshold.maxTotalCount,
    },
    specificityLevel: config?.specificity_level ?? known.specificityLevel,
    explorationPercent: config?.exploration_percent ?? known.explorationPercent,
    shuffleOnTie: config?.shuffle_on_tie_during_exploitation ?? known.shuffleOnTie,
  };
  const { minAggregatesSize, maxAggregatesSize, blockThreshold } = terms;
  const refusal = outOfBounds([
    { path: 'config.max_aggregates_size', value: maxAggregatesSize, from: 1, to: largestSize },
    { path: 'config.min_aggregates_size', value: minAggregatesSize, from: 0, to: maxAggregatesSize },
    { path: 'config.default_success_rate', value: terms.defaultSuccessRate, from: 0, to: 100 },
    { path: 'config.exploration_percent', value: terms.explorationPercent, from: 0, to: 100 },
    {
      path: 'config.current_block_threshold.max_total_count',
      value: blockThreshold.maxTotalCount,
      from: 1,
      to: largestSize,
    },
    {
      path: 'config.current_block_threshold.duration_in_mins',
      value: blockThreshold.durationInMins ?? 1,
      from: 1,
      to: longestMinutes,
    },
  ]);
  return refusal ?? terms;
}

export function eliminationTerms(
  sent: EliminationRoutingConfig | undefined,
  known: Terms<EliminationConfig> = usualElimination,
): Terms<EliminationConfig> | Refusal {
  if (
    sent &&
    isEmpty(sent.params) &&
    isEmpty(sent.elimination_analyser_config) &&
    isEmpty(sent.decision_engine_configs)
  )
    return invalid('All fields in EliminationRoutingConfig cannot be null');
  const { params, elimination_analyser_config: config } = sent ?? {};
  const terms = {
    params: params ?? known.params,
    bucketSize: config?.bucket_size ?? known.bucketSize,
    bucketLeakIntervalInSecs: config?.bucket_leak_interval_in_secs ?? known.bucketLeakIntervalInSecs,
  };
  const path = (name: string): string => `elimination_analyser_config.${name}`;
  const refusal = outOfBounds([
    { path: path('bucket_size'), value: terms.bucketSize, from: 1, to: largestSize },
    { path: path('bucket_leak_interval_in_secs'), value: terms.bucketLeakIntervalInSecs, from: 1, to: 86_400 * 7 },
  ]);
  return refusal ?? terms;
}

type Labels = Terms<ContractConfig>['labels'];

function labelsOf(
  { label_info: sent }: ContractBasedRoutingConfig,
  known: Labels,
  accounts: ReadonlySet<string>,
): Labels | Refusal {
  if (!sent) return known;
  const ids = sent.map(({ mca_id: id }) => id);
  if (new Set(ids).size < ids.length) return invalid('Duplicate mca configuration received', 'label_info');
  if (!ids.every((id) => accounts.has(id))) return invalid('Incorrect mca configuration received', 'label_info');
  return sent.map(({ label, target_count: targetCount, target_time: targetTime, mca_id: id }) => ({
    label,
    targetCount,
    targetTime,
    merchantConnectorId: id as MerchantConnectorId,
  }));
}

/** `accounts`: the ids of the profile's connector accounts, which alone may have contracts. */
export function contractTerms(
  sent: ContractBasedRoutingConfig | undefined,
  accounts: ReadonlySet<string>,
  known: Terms<ContractConfig> = usualContract,
): Terms<ContractConfig> | Refusal {
  const labels = labelsOf(sent ?? {}, known.labels, accounts);
  if (isRefusal(labels)) return labels;
  if (labels.length === 0)
    return refuse('routing_config_not_found', { what: 'LabelInformation from ContractBasedRoutingConfig' });
  const constants = sent?.config?.constants ?? known.constants;
  const refusal = outOfBounds(
    constants.map((value, index) => ({ path: `config.constants[${index}]`, value, from: 0, to: 1 })),
  );
  const timeScale = sent?.config?.time_scale ?? known.timeScale;
  return refusal ?? { constants: constants.slice(0, 2), timeScale, labels };
}
