import type { Json } from '@payorch/contracts';
import { dynamicTermsJson } from './dynamic-terms.view';

it.each<[string, Json, Json]>([
  [
    'success rates',
    {
      successBased: {
        params: ['Currency'],
        minAggregatesSize: 5,
        defaultSuccessRate: 100,
        maxAggregatesSize: 8,
        blockThreshold: { durationInMins: null, maxTotalCount: 5 },
        specificityLevel: 'merchant',
        explorationPercent: 20,
        shuffleOnTie: false,
      },
    },
    {
      params: ['Currency'],
      config: {
        min_aggregates_size: 5,
        default_success_rate: 100,
        max_aggregates_size: 8,
        current_block_threshold: { duration_in_mins: null, max_total_count: 5 },
        specificity_level: 'merchant',
        exploration_percent: 20,
        shuffle_on_tie_during_exploitation: false,
      },
    },
  ],
  [
    'elimination',
    { elimination: { params: [], bucketSize: 5, bucketLeakIntervalInSecs: 60 } },
    { params: [], elimination_analyser_config: { bucket_size: 5, bucket_leak_interval_in_secs: 60 } },
  ],
  [
    'contracts',
    {
      contract: {
        constants: [0.7, 0.35],
        timeScale: 'day',
        labels: [{ label: 'a', targetCount: 1, targetTime: 2, merchantConnectorId: 'mca_1' }],
      },
    },
    {
      config: { constants: [0.7, 0.35], time_scale: 'day' },
      label_info: [{ label: 'a', target_count: 1, target_time: 2, mca_id: 'mca_1' }],
    },
  ],
  ['terms of another release', { moon: {} }, { moon: {} }],
])('%s are shown as a merchant sends them', (_, stored, shown) => {
  expect(dynamicTermsJson(stored)).toEqual(shown);
});
