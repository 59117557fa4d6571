import { dynamicTerms, type DynamicTerms, type Json, type JsonObject } from '@payorch/contracts';

type TermsOf<Feature extends keyof DynamicTerms> = NonNullable<DynamicTerms[Feature]>;

const successBasedJson = (terms: TermsOf<'successBased'>): JsonObject => ({
  params: terms.params,
  config: {
    min_aggregates_size: terms.minAggregatesSize,
    default_success_rate: terms.defaultSuccessRate,
    max_aggregates_size: terms.maxAggregatesSize,
    current_block_threshold: {
      duration_in_mins: terms.blockThreshold.durationInMins,
      max_total_count: terms.blockThreshold.maxTotalCount,
    },
    specificity_level: terms.specificityLevel,
    exploration_percent: terms.explorationPercent,
    shuffle_on_tie_during_exploitation: terms.shuffleOnTie,
  },
});

const eliminationJson = (terms: TermsOf<'elimination'>): JsonObject => ({
  params: terms.params,
  elimination_analyser_config: {
    bucket_size: terms.bucketSize,
    bucket_leak_interval_in_secs: terms.bucketLeakIntervalInSecs,
  },
});

const contractJson = (terms: TermsOf<'contract'>): JsonObject => ({
  config: { constants: terms.constants, time_scale: terms.timeScale },
  label_info: terms.labels.map(({ label, targetCount, targetTime, merchantConnectorId }) => ({
    label,
    target_count: targetCount,
    target_time: targetTime,
    mca_id: merchantConnectorId,
  })),
});

/**
 * The terms of a feature of dynamic routing in the form of the interface, in which a merchant sends them. Terms that this
 * release cannot read are shown as they are stored.
 */
export function dynamicTermsJson(data: Json): Json {
  const read = dynamicTerms.safeParse(data);
  if (!read.success) return data;
  const { successBased, elimination, contract } = read.data;
  if (successBased) return successBasedJson(successBased);
  if (elimination) return eliminationJson(elimination);
  return contract ? contractJson(contract) : data;
}
