import { definitionOf } from '@payorch/connectors/catalogue';
import { CountryAlpha2, Currency } from '@payorch/rest';
import { methodLimits } from './method-limits';

describe('the limits of a payment method type', () => {
  it('are those of the capability', () =>
    expect(methodLimits(definitionOf('stripe'), 'blik')).toEqual({ currencies: ['PLN'], countries: ['PL'] }));

  it('are all values where the capability names none', () => {
    const all = { currencies: [...Currency].sort(), countries: [...CountryAlpha2].sort() };
    expect(methodLimits(definitionOf('stripe'), 'credit')).toEqual(all);
    expect(methodLimits(definitionOf('stripe_test'), 'klarna')).toEqual(all);
  });

  it('are those of each payment method that has the type', () =>
    expect(methodLimits(definitionOf('stripe'), 'bacs')).toEqual({ currencies: ['GBP'], countries: ['GB'] }));

  it.each([
    ['of an unknown connector', undefined, 'credit', 'connector'],
    ['of a type that the connector lacks', definitionOf('stripe'), 'boleto', 'paymentMethodType'],
  ])('%s are refused', (_, definition, type, field) =>
    expect(methodLimits(definition, type)).toMatchObject({
      kind: 'refused',
      code: 'value_not_allowed',
      details: { field },
    }),
  );
});
