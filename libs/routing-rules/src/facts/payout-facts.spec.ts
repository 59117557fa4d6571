import type { ActiveAlgorithm, Json, RoutingAlgorithmKind, StraightThrough } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import { keysOf } from '../program/rule-keys';
import { payoutFactsFor, type RuledPayout } from './payout-facts';

const aPayout = (given: Partial<RuledPayout> = {}): RuledPayout => ({
  money: money(6540n, 'EUR'),
  payoutType: 'bank',
  payoutMethodType: 'sepa',
  card: null,
  billingCountry: 'NL',
  businessCountry: 'DE',
  businessLabel: 'shop',
  metadata: { order: 7, gift: true, note: 'x'.repeat(600), nested: {} },
  ...given,
});
const facts = { issuer: null, type: 'DEBIT', subtype: null, issuingCountry: null, issuingCountryCode: 'FR' };
const card = { bin: '424242', extendedBin: null, network: 'Visa', facts } as unknown as RuledPayout['card'];
const toCard = { payoutType: 'card', payoutMethodType: 'debit', card } as const;

const anActive = (kind: RoutingAlgorithmKind, data: Json): ActiveAlgorithm => ({
  algorithmId: 'routing_1' as ActiveAlgorithm['algorithmId'],
  kind,
  data,
  activatedAt: '2026-01-01T00:00:00.000Z',
});
const comparing = (lhs: string, value: Json): Json => ({
  defaultSelection: { type: 'priority', data: [] },
  rules: [
    {
      name: 'one',
      connectorSelection: { type: 'priority', data: [{ connector: 'wise', merchant_connector_id: null }] },
      statements: [{ condition: [{ lhs, comparison: 'equal', value, metadata: {} }], nested: null }],
    },
  ],
  metadata: {},
});
const text = (value: string): Json => ({ type: 'enum_variant', value });
const words = (value: string): Json => ({ type: 'str_value', value });
const onMetadata = (key: string): Json =>
  comparing('metadata', { type: 'metadata_variant', value: { key, value: 'v' } });
const factsBy = (program: Json, payout = aPayout()) =>
  payoutFactsFor({ straightThrough: null, active: anActive('advanced', program) }, payout);

it.each<[key: string, compared: Json, value: string | number | undefined, payout?: Partial<RuledPayout>]>([
  ['payment_method', text('card'), 'bank_transfer'],
  ['payment_method', text('card'), 'card', toCard],
  ['payment_method', text('card'), 'wallet', { payoutType: 'wallet', payoutMethodType: 'paypal' }],
  ['bank_transfer', text('pix'), 'sepa_bank_transfer'],
  ['bank_transfer', text('pix'), 'ach', { payoutMethodType: 'ach' }],
  ['bank_transfer', text('pix'), undefined, toCard],
  ['wallet', text('paypal'), 'venmo', { payoutType: 'wallet', payoutMethodType: 'venmo' }],
  ['card_type', text('credit'), 'debit', toCard],
  ['card_network', text('Visa'), 'Visa', toCard],
  ['card_network', text('Visa'), undefined],
  ['card_bin', words('1'), '424242', toCard],
  ['extended_card_bin', words('1'), undefined, toCard],
  ['issuer_country', text('France'), 'France', toCard],
  ['amount', { type: 'number', value: 1 }, 6540],
  ['currency', text('USD'), 'EUR'],
  ['billing_country', text('France'), 'Netherlands'],
  ['billing_country', text('France'), undefined, { billingCountry: null }],
  ['business_country', text('France'), 'Germany'],
  ['business_label', words('x'), 'shop'],
  ['capture_method', text('manual'), undefined],
])('a rule that compares %s with %j gets %j', (key, compared, value, given = {}) => {
  expect(keysOf.connector_selection).toContain(key);
  expect(factsBy(comparing(key, compared), aPayout(given))).toEqual(
    value === undefined ? undefined : { values: { [key]: value } },
  );
});

it.each([
  ['order', '7'],
  ['gift', 'true'],
  ['note', 'x'.repeat(501)],
  ['nested', undefined],
  ['absent', undefined],
])('of the metadata, a rule that compares %s gets %j', (key, value) =>
  expect(factsBy(onMetadata(key))).toEqual(
    value === undefined ? undefined : { values: {}, metadata: { [key]: value } },
  ),
);

const program = comparing('amount', { type: 'number', value: 1 });
const active = anActive('advanced', program);
const inline = (data: Json): StraightThrough => ({ kind: 'algorithm', algorithm: 'advanced', data });
it.each<[what: string, by: Parameters<typeof payoutFactsFor>[0], isGiven: boolean]>([
  ['no algorithm', { straightThrough: null, active: null }, false],
  ['an algorithm without rules', { straightThrough: null, active: anActive('priority', []) }, false],
  ['an algorithm that does not read', { straightThrough: null, active: anActive('advanced', {}) }, false],
  ['the active algorithm', { straightThrough: null, active }, true],
  ['the accounts of the request', { straightThrough: { kind: 'connectors', connectors: ['wise'] }, active }, false],
  ['the algorithm of the request', { straightThrough: inline(program), active: null }, true],
])('%s gets what it compares', (_, by, isGiven) =>
  expect(payoutFactsFor(by, aPayout())).toEqual(isGiven ? { values: { amount: 6540 } } : undefined),
);
