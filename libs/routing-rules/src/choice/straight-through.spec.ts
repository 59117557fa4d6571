import type { AccountRef, Json, StraightThrough } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { choicesOfRequest, isRequested } from './straight-through';

const at = (connector: string, id: string | null = null) => ({ connector, merchantConnectorId: id });
const account = (connector: string, id: string): AccountRef => ({
  connector,
  merchantConnectorId: id as MerchantConnectorId,
});
const rule = (data: Json): Json => ({
  name: 'a rule',
  connectorSelection: { type: 'priority', data },
  statements: [{ condition: [], nested: null }],
});
const byRules = (data: Json): StraightThrough => ({ kind: 'algorithm', algorithm: 'advanced', data });
const byShares: StraightThrough = {
  kind: 'algorithm',
  algorithm: 'volume_split',
  data: [
    { connector: { connector: 'adyen', merchant_connector_id: 'mca_2' }, split: 30 },
    { connector: 'stripe', split: 70 },
  ],
};
const program = {
  defaultSelection: { type: 'single', data: 'paypal' },
  rules: [rule(['stripe', 'adyen'])],
  metadata: {},
};
const accounts: StraightThrough = { kind: 'accounts', algorithm: 'single', accounts: [at('stripe', 'mca_1')] };
const connectors: StraightThrough = { kind: 'connectors', connectors: ['stripe', 'adyen'] };

it.each<[string, StraightThrough, readonly object[]]>([
  ['a list', connectors, [at('stripe'), at('adyen')]],
  ['accounts', accounts, [at('stripe', 'mca_1')]],
  ['shares', byShares, [at('adyen', 'mca_2'), at('stripe')]],
  ['rules, the default first', byRules(program), [at('paypal'), at('stripe'), at('adyen')]],
  ['rules that do not read', byRules({ rules: 'none' }), []],
])('a request by %s names its choices', (_, requested, expected) =>
  expect(choicesOfRequest(requested)).toEqual(expected),
);

it.each<[StraightThrough['kind'], StraightThrough, AccountRef, boolean]>([
  ['connectors', connectors, account('adyen', 'mca_9'), true],
  ['connectors', connectors, account('paypal', 'mca_1'), false],
  ['accounts', accounts, account('stripe', 'mca_1'), true],
  ['accounts', accounts, account('stripe', 'mca_2'), false],
  ['accounts', accounts, account('adyen', 'mca_1'), false],
  ['algorithm', byShares, account('adyen', 'mca_1'), false],
  ['algorithm', byShares, account('stripe', 'mca_1'), true],
])('whether %s of a request name an account is right: %j, %j', (_, requested, one, expected) =>
  expect(isRequested(requested, one)).toBe(expected),
);
