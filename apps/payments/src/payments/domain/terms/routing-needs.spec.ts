import type { RoutingSettings, StraightThrough, SuccessBasedConfig } from '@payorch/contracts';
import { firstAccount } from '../../../../test/builders';
import { activeWith, aProgram, aRouting } from '../../../../test/routing';
import { type RoutedBy, routingNeedsOf } from './routing-facts';

const needs = (by: Partial<RoutedBy>) => {
  const { keys, metadata } = routingNeedsOf({ straightThrough: null, credentials: null, routing: undefined, ...by });
  return [...keys, ...[...metadata].map((key) => `metadata ${key}`)];
};

const byScores = (feature: SuccessBasedConfig['feature'], params: SuccessBasedConfig['params']): RoutingSettings =>
  aRouting({
    dynamic: {
      successBased: {
        algorithmId: 'routing_2' as SuccessBasedConfig['algorithmId'],
        feature,
        params,
        minAggregatesSize: 5,
        defaultSuccessRate: 100,
        maxAggregatesSize: 8,
        specificityLevel: 'merchant',
        explorationPercent: 20,
        blockThreshold: { durationInMins: null, maxTotalCount: 5 },
        shuffleOnTie: false,
      },
      elimination: null,
      contract: null,
      split: 100,
    },
  });
const inline: StraightThrough = { kind: 'algorithm', algorithm: 'advanced', data: aProgram };
const split = [{ connector: 'stripe_test', split: 100 }];
const ofProgram = ['currency', 'metadata tier'];

it.each<[string, Partial<RoutedBy>, readonly string[]]>([
  ['without settings', {}, []],
  ['without an algorithm', { routing: aRouting() }, []],
  ['by one account', { routing: activeWith('single', 'stripe_test') }, []],
  ['by shares', { routing: activeWith('volume_split', split) }, []],
  ['by rules', { routing: activeWith('advanced', aProgram) }, ofProgram],
  ['by rules that do not read', { routing: activeWith('advanced', { rules: 'none' }) }, []],
  ["by the request's rules", { straightThrough: inline }, ofProgram],
  [
    "by the request's shares, before the active rules",
    {
      straightThrough: { kind: 'algorithm', algorithm: 'volume_split', data: split },
      routing: activeWith('advanced', aProgram),
    },
    [],
  ],
  [
    "to the request's connectors, before the active rules",
    { straightThrough: { kind: 'connectors', connectors: ['adyen_test'] }, routing: activeWith('advanced', aProgram) },
    [],
  ],
  ['to an account with credentials', { credentials: firstAccount, routing: activeWith('advanced', aProgram) }, []],
  [
    'by scores',
    { routing: byScores('dynamic_connector_selection', ['PaymentMethod', 'Country', 'Currency']) },
    ['payment_method', 'billing_country', 'currency'],
  ],
  ['by scores that are measured only', { routing: byScores('metrics', ['CardBin']) }, ['card_bin']],
  ['by scores that are off', { routing: byScores('none', ['CardBin']) }, []],
  [
    'by rules and scores',
    { routing: { ...byScores('metrics', ['CardNetwork']), payment: activeWith('advanced', aProgram).payment } },
    ['currency', 'card_network', 'metadata tier'],
  ],
])('a payment that is routed %s needs the right values', (_, by, expected) => expect(needs(by)).toEqual(expected));

it('scores by the type of the payment method need the one key that a method has', () =>
  expect(needs({ routing: byScores('metrics', ['PaymentMethodType']) })).toEqual(
    expect.arrayContaining(['card_type', 'wallet', 'bank_redirect', 'upi']),
  ));
