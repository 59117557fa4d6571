import { isRefusal } from '@payorch/contracts';
import { contractTerms, eliminationTerms, successBasedTerms } from './dynamic-configs';

const engine = { decision_engine_configs: {} };
const pathsOf = (read: object): unknown =>
  isRefusal(read as never) ? (read as { details: { path?: string } }).details.path : read;

describe('the terms of success rates', () => {
  it('are at first those of the interface', () =>
    expect(successBasedTerms(undefined)).toEqual({
      params: ['PaymentMethod'],
      minAggregatesSize: 5,
      defaultSuccessRate: 100,
      maxAggregatesSize: 8,
      blockThreshold: { durationInMins: null, maxTotalCount: 5 },
      specificityLevel: 'merchant',
      explorationPercent: 20,
      shuffleOnTie: false,
    }));

  it('keep what a request does not name', () => {
    const known = successBasedTerms({ ...engine, params: ['Currency'], config: { exploration_percent: 7 } });
    expect(successBasedTerms({ ...engine, config: { max_aggregates_size: 9 } }, known as never)).toMatchObject({
      params: ['Currency'],
      explorationPercent: 7,
      maxAggregatesSize: 9,
    });
  });

  it.each([
    ['config.max_aggregates_size', { max_aggregates_size: 1_001 }],
    ['config.min_aggregates_size', { min_aggregates_size: 9 }],
    ['config.default_success_rate', { default_success_rate: -1 }],
    ['config.exploration_percent', { exploration_percent: 100.5 }],
    ['config.current_block_threshold.max_total_count', { current_block_threshold: { max_total_count: 0 } }],
    ['config.current_block_threshold.duration_in_mins', { current_block_threshold: { duration_in_mins: 0 } }],
  ])('are refused with %s out of its bounds', (path, config) =>
    expect(pathsOf(successBasedTerms({ ...engine, config }))).toBe(path),
  );
});

it('the terms of elimination are at first those of the interface, and refused with a bucket that is never full', () => {
  expect(eliminationTerms(undefined)).toEqual({
    params: ['PaymentMethod'],
    bucketSize: 5,
    bucketLeakIntervalInSecs: 60,
  });
  const config = { elimination_analyser_config: { bucket_size: 0 }, decision_engine_configs: { threshold: 1 } };
  expect(pathsOf(eliminationTerms(config))).toBe('elimination_analyser_config.bucket_size');
});

it('the terms of contracts keep their labels where a request names none', () => {
  const label = { label: 'one', target_count: 5, target_time: 9, mca_id: 'mca_1' };
  const known = contractTerms({ label_info: [label] }, new Set(['mca_1']));
  expect(known).toMatchObject({
    constants: [0.7, 0.35],
    timeScale: 'day',
    labels: [{ targetCount: 5, targetTime: 9 }],
  });
  expect(contractTerms({ config: { time_scale: 'month' } }, new Set(), known as never)).toEqual({
    ...(known as object),
    timeScale: 'month',
  });
});
