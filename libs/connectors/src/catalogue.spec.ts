import fc from 'fast-check';
import type { Capability, CapabilityCriteria } from './catalogue';
import { canRefund, capabilityFits, catalogue, isAvailable, supportedMethods } from './catalogue';

const cards: Capability = {
  paymentMethod: 'card',
  paymentMethodTypes: ['credit'],
  currencies: ['EUR'],
  captureMethods: ['automatic'],
  threeDs: 'supported',
  mandates: false,
  refunds: false,
  networks: ['Visa'],
};

describe('capabilityFits', () => {
  it('a capability fits a payment within all limits, and unknown criteria match', () => {
    expect(capabilityFits(cards, { paymentMethod: 'card', currency: 'EUR' })).toBe(true);
    expect(
      capabilityFits(cards, { paymentMethod: 'card', currency: 'EUR', network: null, captureMethod: 'automatic' }),
    ).toBe(true);
    expect(capabilityFits({ ...cards, currencies: 'all' }, { paymentMethod: 'card', currency: 'JPY' })).toBe(true);
  });

  it('an empty list restricts nothing, and a supported mandate and refund fit', () => {
    const open: Capability = { ...cards, networks: [], paymentMethodTypes: [], mandates: true, refunds: true };
    const required = { paymentMethod: 'card', paymentMethodType: 'debit', network: 'JCB', mandate: true, refund: true };
    expect(capabilityFits(open, required)).toBe(true);
  });

  it.each([
    ['credit', 'DE', true],
    ['credit', 'FR', false],
    ['credit', null, true],
    ['debit', 'FR', true],
    [null, 'FR', true],
  ])('a type that is limited to a country, %s in %s', (paymentMethodType, country, expected) => {
    const limited = { ...cards, paymentMethodTypes: [], countries: { credit: ['DE'] } };
    expect(capabilityFits(limited, { paymentMethod: 'card', paymentMethodType, country })).toBe(expected);
  });

  it.each([
    { paymentMethod: 'wallet', currency: 'EUR' },
    { paymentMethod: 'card', currency: 'USD' },
    { paymentMethod: 'card', currency: 'EUR', paymentMethodType: 'debit' },
    { paymentMethod: 'card', currency: 'EUR', captureMethod: 'manual' },
    { paymentMethod: 'card', currency: 'EUR', network: 'JCB' },
    { paymentMethod: 'card', currency: 'EUR', mandate: true },
    { paymentMethod: 'card', currency: 'EUR', refund: true },
  ] as const)('the capability does not fit %j', (criteria) => {
    expect(capabilityFits(cards, criteria)).toBe(false);
  });

  it.each<[keyof typeof catalogue, string, CapabilityCriteria['currency'], boolean]>([
    ['adyen_test', 'credit', 'BRL', true],
    ['adyen_test', 'debit', 'MXN', true],
    ['adyen_test', 'credit', 'JPY', true],
    ['adyen_test', 'credit', 'USD', false],
    ['adyen_test', 'credit', undefined, false],
    ['adyen_test', 'klarna', 'BRL', false],
    ['stripe_test', 'credit', 'BRL', false],
    ['stripe', 'credit', 'BRL', false],
  ])('%s charges %s in installments in %s: %s', (name, paymentMethodType, currency, expected) => {
    const paymentMethod = paymentMethodType === 'klarna' ? 'pay_later' : 'card';
    const criteria = { paymentMethod, paymentMethodType, ...(currency && { currency }), installments: true };
    const all: readonly Capability[] = catalogue[name].capabilities;
    expect(all.some((one) => capabilityFits(one, criteria))).toBe(expected);
  });

  it('a criterion less never makes a fitting capability unfit', () => {
    const criteria = fc.record(
      {
        paymentMethod: fc.constantFrom('card', 'wallet'),
        paymentMethodType: fc.constantFrom('credit', 'debit', null),
        currency: fc.constantFrom('EUR', 'USD'),
        captureMethod: fc.constantFrom('automatic', 'manual'),
        network: fc.constantFrom('Visa', 'JCB', null),
        mandate: fc.boolean(),
        refund: fc.boolean(),
      },
      { requiredKeys: ['paymentMethod'] },
    );
    const optional = ['paymentMethodType', 'currency', 'captureMethod', 'network', 'mandate', 'refund'] as const;
    fc.assert(
      fc.property(criteria, fc.constantFrom(...optional), (required, dropped) => {
        const { [dropped]: _, ...fewer } = required;
        if (capabilityFits(cards, required as CapabilityCriteria))
          expect(capabilityFits(cards, fewer as CapabilityCriteria)).toBe(true);
      }),
    );
  });
});

it.each([
  [true, true, true],
  [true, false, false],
  [false, true, true],
  [false, false, true],
])('a connector with test=%s is available with test processors enabled=%s: %s', (test, testConnectors, available) =>
  expect(isAvailable({ test }, testConnectors)).toBe(available),
);

const every = Object.entries(catalogue).flatMap(([connector, definition]) =>
  supportedMethods(definition).map(
    ({ paymentMethod, paymentMethodType, refunds }) => [connector, paymentMethod, paymentMethodType, refunds] as const,
  ),
);

describe('canRefund', () => {
  it.each(every.filter(([, , , refunds]) => !refunds))('is false for %s: %s by %s', (connector, paymentMethod, type) =>
    expect(canRefund(connector, { paymentMethod, paymentMethodType: type })).toBe(false),
  );

  it('is true for every other capability', () => {
    const refundable = every.filter(([, , , refunds]) => refunds);
    expect(refundable.length).toBeGreaterThan(0);
    for (const [connector, paymentMethod, paymentMethodType] of refundable)
      expect(canRefund(connector, { paymentMethod, paymentMethodType })).toBe(true);
  });

  it.each([
    ['an unknown connector', 'unknown', { paymentMethod: 'card', paymentMethodType: 'credit' }],
    ['a method without a capability', 'stripe', { paymentMethod: 'bank_redirect', paymentMethodType: 'trustly' }],
    [
      'an unknown type of a method with refundable types',
      'stripe',
      { paymentMethod: 'bank_redirect', paymentMethodType: null },
    ],
  ])('is true, so that the processor decides, for %s', (_, connector, method) =>
    expect(canRefund(connector, method)).toBe(true),
  );
});
