import type { Capability, ConnectorDefinition } from '@payorch/connector-kit';
import { catalogue } from '@payorch/connectors/catalogue';
import { faultsOf } from '../../test/published-shape';
import { featureMatrix } from './feature-matrix';

const card: Capability = {
  paymentMethod: 'card',
  paymentMethodTypes: ['credit', 'debit'],
  currencies: 'all',
  captureMethods: ['automatic', 'manual'],
  threeDs: 'supported',
  networks: ['Visa'],
  mandates: true,
  refunds: true,
};
const giropay: Capability = {
  ...card,
  paymentMethod: 'bank_redirect',
  paymentMethodTypes: ['giropay'],
  currencies: ['EUR'],
  captureMethods: ['automatic'],
  threeDs: 'not_supported',
  networks: [],
  mandates: false,
  refunds: false,
};
const signing = { lookupIsAuthoritative: false, webhookVerification: 'mandatory' } as const;
const entry = (changed: Partial<ConnectorDefinition> = {}): ConnectorDefinition => ({
  displayName: 'Acme Pay',
  baseUrl: 'https://acme.example/',
  credentials: [],
  connectorTypes: ['payment_processor'],
  test: false,
  capabilities: [card, giropay],
  guarantees: signing,
  ...changed,
});
const one = (changed: Partial<ConnectorDefinition> = {}) =>
  featureMatrix({ acme: entry(changed) }, { testConnectors: true }).connectors[0]!;

describe('featureMatrix', () => {
  it('each payment method type shows its capabilities', () =>
    expect(one().supported_payment_methods).toEqual([
      {
        payment_method: 'card',
        payment_method_type: 'credit',
        payment_method_type_display_name: 'Credit Card',
        mandates: 'supported',
        refunds: 'supported',
        supported_capture_methods: ['automatic', 'manual'],
        three_ds: 'supported',
        no_three_ds: 'supported',
        supported_card_networks: ['Visa'],
        supported_countries: null,
        supported_currencies: null,
      },
      expect.objectContaining({ payment_method_type: 'debit', payment_method_type_display_name: 'Debit Card' }),
      {
        payment_method: 'bank_redirect',
        payment_method_type: 'giropay',
        payment_method_type_display_name: 'Giropay',
        mandates: 'not_supported',
        refunds: 'not_supported',
        supported_capture_methods: ['automatic'],
        supported_countries: null,
        supported_currencies: ['EUR'],
      },
    ]));

  it.each([
    ['required', 'supported', 'not_supported'],
    ['supported', 'supported', 'supported'],
    ['not_supported', 'not_supported', 'supported'],
  ] as const)('a card whose 3DS is %s: with %s, without %s', (threeDs, three_ds, no_three_ds) =>
    expect(one({ capabilities: [{ ...card, threeDs }] }).supported_payment_methods[0]).toMatchObject({
      three_ds,
      no_three_ds,
    }),
  );

  it('the list shows which webhooks are verified', () => {
    expect(one().supported_webhook_flows).toEqual(['payments', 'refunds']);
    expect(one({ capabilities: [giropay] }).supported_webhook_flows).toEqual(['payments']);
    expect(one({ guarantees: { ...signing, webhookVerification: 'none' } }).supported_webhook_flows).toEqual([]);
  });

  const payouts = ['bank', 'card', 'bank'].map((payoutType) => ({
    payoutType: payoutType as 'bank',
    methodTypes: ['sepa'],
    currencies: 'all' as const,
    steps: ['payout_fulfill' as const],
    cancels: false,
  }));

  it('a connector that pays out has webhooks of payouts, and no payment methods for them', () => {
    expect(one({ payouts }).supported_webhook_flows).toEqual(['payments', 'refunds', 'payouts']);
    expect(one({ payouts }).supported_payment_methods).toEqual(one().supported_payment_methods);
    expect(one({ payouts, capabilities: [], connectorTypes: ['payout_processor'] })).toMatchObject({
      description: 'Acme Pay pays out to bank, card',
      category: 'payout_processor',
      supported_payment_methods: [],
      supported_webhook_flows: ['payouts'],
    });
  });

  it.each([
    ['Acme Pay takes card, bank redirect, and pays out to bank, card', { payouts }],
    ['Acme Pay takes card, bank redirect', {}],
    ['Acme Pay is a test processor: no money moves. It takes card, bank redirect', { test: true }],
  ])('the description is: %s', (description, changed) => expect(one(changed).description).toBe(description));

  it('test processors appear, marked, where they are enabled', () => {
    const both = { acme: entry(), fake: entry({ test: true }) };
    const names = (testConnectors: boolean) =>
      featureMatrix(both, { testConnectors }).connectors.map(({ name, integration_status }) => [
        name,
        integration_status,
      ]);
    expect(names(true)).toEqual([
      ['acme', 'live'],
      ['fake', 'sandbox'],
    ]);
    expect(names(false)).toEqual([['acme', 'live']]);
  });

  it.each([
    [['stripe', 'adyen'], ['stripe']],
    [[], []],
    [null, Object.keys(catalogue)],
  ])('a filter of %j shows %j', (only, shown) => {
    const { connector_count, connectors } = featureMatrix(catalogue, { only, testConnectors: true });
    expect([connector_count, connectors.map(({ name }) => name)]).toEqual([shown.length, shown]);
  });

  it('the list of the whole catalogue fits the published document', () =>
    expect(faultsOf('FeatureMatrixListResponse', featureMatrix(catalogue, { testConnectors: true }))).toEqual([]));
});
