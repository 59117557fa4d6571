import { canRefund, catalogue } from './catalogue';

const every = Object.entries(catalogue).flatMap(([connector, { capabilities }]) =>
  capabilities.flatMap(({ paymentMethod, paymentMethodTypes, refunds }) =>
    paymentMethodTypes.map((type) => [connector, paymentMethod, type, refunds] as const),
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
