import type { StraightThrough } from '@payorch/contracts';
import { aProgram } from '../../../../test/routing';
import { connectorsOf, narrowedStraightThrough } from './straight-through';

const shares = [
  { connector: 'stripe_test', split: 60 },
  { connector: { connector: 'adyen_test', merchant_connector_id: 'mca_2' }, split: 40 },
];
const bySplit: StraightThrough = { kind: 'algorithm', algorithm: 'volume_split', data: shares };
const byRules: StraightThrough = { kind: 'algorithm', algorithm: 'advanced', data: aProgram };
const [stripe, adyen] = [
  { connector: 'stripe_test', merchantConnectorId: null },
  { connector: 'adyen_test', merchantConnectorId: 'mca_2' },
];
const byAccounts: StraightThrough = { kind: 'accounts', algorithm: 'priority', accounts: [stripe, adyen] };

it.each<[string, StraightThrough, readonly string[]]>([
  ['a list', { kind: 'connectors', connectors: ['adyen_test'] }, ['adyen_test']],
  ['accounts', byAccounts, ['stripe_test', 'adyen_test']],
  ['shares', bySplit, ['stripe_test', 'adyen_test']],
  ['rules', byRules, ['stripe_test', 'stripe_test']],
  ['rules that do not read', { kind: 'algorithm', algorithm: 'advanced', data: 'none' }, []],
])('%s names its connectors', (_, requested, expected) => expect(connectorsOf(requested)).toEqual(expected));

it.each<[string, StraightThrough | null, readonly string[] | null, StraightThrough | null]>([
  ['all of them stay', bySplit, null, bySplit],
  ['none was named', null, ['adyen_test'], { kind: 'connectors', connectors: ['adyen_test'] }],
  ['accounts lose the others', byAccounts, ['adyen_test'], { ...byAccounts, accounts: [adyen] }],
  ['the choice replaces shares', bySplit, ['adyen_test'], { kind: 'connectors', connectors: ['adyen_test'] }],
  ['the choice replaces rules', byRules, ['stripe_test'], { kind: 'connectors', connectors: ['stripe_test'] }],
])('a client narrows what the merchant named: %s', (_, straightThrough, narrowedTo, expected) =>
  expect(narrowedStraightThrough({ straightThrough, narrowedTo })).toEqual(expected),
);
