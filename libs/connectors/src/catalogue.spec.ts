import { canRefund, catalogue } from './catalogue';

const every = Object.entries(catalogue).flatMap(([connector, { capabilities }]) =>
  capabilities.flatMap(({ paymentMethod, paymentMethodTypes, refunds }) =>
    paymentMethodTypes.map((type) => [connector, paymentMethod, type, refunds] as const),
  ),
);

describe('what can be given back', () => {
  it.each(every.filter(([, , , refunds]) => !refunds))('%s: no %s by %s', (connector, paymentMethod, type) =>
    expect(canRefund(connector, { paymentMethod, paymentMethodType: type })).toBe(false),
  );

  it('is everything else that is offered', () => {
    const refundable = every.filter(([, , , refunds]) => refunds);
    expect(refundable.length).toBeGreaterThan(0);
    for (const [connector, paymentMethod, paymentMethodType] of refundable)
      expect(canRefund(connector, { paymentMethod, paymentMethodType })).toBe(true);
  });

  it.each([
    ['of a connector that there is not', 'nobody', { paymentMethod: 'card', paymentMethodType: 'credit' }],
    ['by a method that is not offered', 'stripe', { paymentMethod: 'bank_redirect', paymentMethodType: 'trustly' }],
    [
      'by a type that nobody told, of which some go back',
      'stripe',
      { paymentMethod: 'bank_redirect', paymentMethodType: null },
    ],
  ])('is for the processor to say: %s', (_, connector, method) => expect(canRefund(connector, method)).toBe(true));
});
