import type { Currency } from '@payorch/kernel';
import { money } from '@payorch/kernel';
import { moneyOf, wireAmount, wireCurrency } from './amounts';

/** docs.stripe.com/currencies: zero-decimal currencies, and the special cases below them. */
const zeroDecimal: readonly Currency[] = [
  ...([
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'JPY',
    'KMF',
    'KRW',
    'MGA',
    'PYG',
    'RWF',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ] as const),
];

describe("Stripe's amounts", () => {
  it.each(zeroDecimal)('an amount of %s has no decimals', (currency) => {
    expect(wireAmount(money(500n, currency))).toBe(500);
    expect(moneyOf(500, currency.toLowerCase())).toEqual(money(500n, currency));
  });

  it.each([
    ['USD', 1099n, 1099],
    // Five of each, with two decimals that must be zero.
    ['UGX', 5n, 500],
    ['ISK', 500n, 500],
    // Three decimals, of which the last must be zero.
    ['KWD', 5120n, 5120],
    ['BHD', 5120n, 5120],
    ['JOD', 5120n, 5120],
    ['OMR', 5120n, 5120],
    ['TND', 5120n, 5120],
  ] as const)('an amount of %s is written and read back', (currency, amount, stripeAmount) => {
    expect(wireAmount(money(amount, currency))).toBe(stripeAmount);
    expect(moneyOf(stripeAmount, currency)).toEqual(money(amount, currency));
  });

  it('an amount is not rounded for rules that Stripe checks itself', () => {
    expect(wireAmount(money(5124n, 'KWD'))).toBe(5124);
    expect(wireAmount(money(501n, 'ISK'))).toBe(501);
  });

  it.each([
    ['a part of a shilling', 550, 'ugx'],
    ['an unknown currency', 500, 'xxx'],
    ['a fraction', 5.5, 'usd'],
    ['less than nothing', -5, 'usd'],
  ])('%s is not read as money', (_, amount, currency) => {
    expect(moneyOf(amount, currency)).toBeUndefined();
  });

  it('a currency is written in lower case', () => {
    expect(wireCurrency(money(1n, 'EUR'))).toBe('eur');
  });
});
