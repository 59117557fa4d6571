import { type DynamicFeature, refuse } from '@payorch/contracts';
import type { RoutingAlgorithmId } from '@payorch/kernel';
import { type ActivatedAlgorithm, noRouting } from '../../accounts';
import { activated, activeFor, deactivated, idsInForce } from './algorithms-in-force';

const algorithm = (id: string): ActivatedAlgorithm => ({
  algorithmId: id as RoutingAlgorithmId,
  kind: 'single',
  data: 'stripe_test',
  activatedAt: '2026-01-05T10:00:00.000Z',
  record: { id },
});
const terms = (id: string, feature: DynamicFeature) => ({
  algorithmId: id as RoutingAlgorithmId,
  feature,
  params: [],
  bucketSize: 5,
  bucketLeakIntervalInSecs: 60,
});
const refused = (message: string) => refuse('precondition_failed', { message });

describe.each(['payment', 'payout', 'three_ds_authentication'] as const)('the algorithm in force for a %s', (use) => {
  it('is activated, replaced and deactivated, and nothing else changes', () => {
    const [first, second] = [algorithm('routing_1'), algorithm('routing_2')];
    const one = activated(noRouting, use, first);
    if ('code' in one) throw new Error(one.code);
    expect(activeFor(one, use)).toBe(first);
    const two = activated(one, use, second);
    if ('code' in two) throw new Error(two.code);
    expect(activeFor(two, use)).toBe(second);
    expect(deactivated(two, use)).toEqual(noRouting);
  });

  it('is not activated or deactivated twice', () => {
    const one = activated(noRouting, use, algorithm('routing_1'));
    if ('code' in one) throw new Error(one.code);
    expect(activated(one, use, algorithm('routing_1'))).toEqual(refused('Algorithm is already active'));
    expect(deactivated(noRouting, use)).toEqual(refused('Algorithm is already inactive'));
  });
});

describe('the algorithms in force', () => {
  it('are those of every use', () => {
    expect([...idsInForce(noRouting)]).toEqual([]);
    const choiceOf = (id: string) => ({ active: algorithm(id), defaultOrder: null });
    const state = { ...noRouting, payment: choiceOf('a'), payout: choiceOf('b'), threeDsRule: algorithm('c') };
    expect([...idsInForce(state)]).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['dynamic_connector_selection', ['a']],
    ['metrics', ['a']],
    ['none', []],
  ] as const)('have the terms of a feature with %s: %p', (feature, ids) => {
    const dynamic = { successBased: null, elimination: terms('a', feature), contract: null, split: 100 };
    expect([...idsInForce({ ...noRouting, dynamic })]).toEqual(ids);
  });
});
