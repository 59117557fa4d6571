import { isRefusal, type Json, type RoutingAlgorithm } from '@payorch/contracts';
import { aComparison, aProgram, aRule } from '../../../test/programs';
import { readingErrorOf, refusalOfData } from './read-algorithm';

const algorithm = (type: RoutingAlgorithm['type'], data: Json): RoutingAlgorithm => ({ type, data });
const by = (id: number) => ({ connector: 'stripe_test', merchant_connector_id: `mca_${id}` });
const rule = aProgram(aRule({ condition: [aComparison('amount', 'less_than', 'number', 3000)] }));
const elimination = { params: ['Currency'], bucketSize: 5, bucketLeakIntervalInSecs: 60 };

it.each<[RoutingAlgorithm['type'], Json]>([
  ['single', by(1)],
  ['priority', [by(1), 'adyen_test']],
  ['volume_split', [{ connector: by(1), split: 100 }]],
  ['advanced', { defaultSelection: { type: 'priority', data: [] }, rules: [], metadata: {} }],
  ['three_ds_decision_rule', rule],
  ['dynamic', { elimination }],
  [
    'dynamic',
    {
      successBased: {
        params: [],
        minAggregatesSize: 5,
        defaultSuccessRate: 100,
        maxAggregatesSize: 8,
        blockThreshold: { durationInMins: null, maxTotalCount: 5 },
        specificityLevel: 'merchant',
        explorationPercent: 20,
        shuffleOnTie: false,
      },
    },
  ],
  [
    'dynamic',
    {
      contract: {
        constants: [0.7, 0.35],
        timeScale: 'day',
        labels: [{ label: 'a', targetCount: 1, targetTime: 2, merchantConnectorId: 'mca_1' }],
      },
    },
  ],
])('an algorithm %s is readable', (type, data) => {
  expect(readingErrorOf(algorithm(type, data))).toBeNull();
  expect(refusalOfData(algorithm(type, data))).toBeUndefined();
});

it.each<[string, RoutingAlgorithm['type'], Json, RegExp]>([
  [
    'accounts',
    'priority',
    [7, by(1), {}],
    /^algorithm\.data\[0\] must .+; algorithm\.data\[2\]\.connector is missing$/,
  ],
  ['rules', 'three_ds_decision_rule', {}, /^algorithm\.data\.defaultSelection is missing; algorithm\.data\.rules /],
  [
    'terms',
    'dynamic',
    { elimination: { ...elimination, params: ['Moon'] } },
    /^algorithm\.data\.elimination\.params\[0\] is /,
  ],
  ['no feature', 'dynamic', {}, /^algorithm\.data is unreadable \(expected the terms of one feature\)$/],
  [
    'two features',
    'dynamic',
    { elimination, contract: { constants: [], timeScale: 'day', labels: [] } },
    /one feature\)$/,
  ],
  ['an unknown feature', 'dynamic', { moon: {} }, /^algorithm\.data is unreadable/],
  ['a list', 'dynamic', [], /^algorithm\.data is unreadable/],
])('unreadable data (%s) is named by its path, as at creation', (_, type, data, error) => {
  expect(readingErrorOf(algorithm(type, data))).toMatch(error);
  expect(isRefusal(refusalOfData(algorithm(type, data)))).toBe(true);
});

it('an error has at most 500 characters of problems, and says how many more there are', () => {
  const refused = refusalOfData(
    algorithm(
      'priority',
      Array.from({ length: 100 }, () => 7),
    ),
  );
  const all = 1 + (refused?.others?.length ?? 0);
  const error =
    readingErrorOf(
      algorithm(
        'priority',
        Array.from({ length: 100 }, () => 7),
      ),
    ) ?? '';
  const [problems = '', more] = error.split('; and ');
  expect(problems.length).toBeGreaterThan(400);
  expect(problems.length).toBeLessThanOrEqual(500);
  expect(more).toBe(`${all - problems.split('; ').length} more`);
});
