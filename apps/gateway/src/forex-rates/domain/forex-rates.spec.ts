import type { Currency } from '@payorch/kernel';
import { readDecimal, roundedQuotient, shortestText } from './decimal';
import { convertFromMinor, forexRatesText, forexView } from './forex-rates';

const text = JSON.stringify({
  base_currency: 'USD',
  timestamp: 1_767_607_200,
  rates: { EUR: '0.8', JPY: '157.31', KWD: '0.307', CLF: '0.0241' },
});
const rates = forexRatesText.parse(text);

describe('a conversion', () => {
  it.each<[string, bigint, Currency, Currency, string]>([
    ['from the base currency', 1_000n, 'USD', 'EUR', '8.00'],
    ['to the base currency', 800n, 'EUR', 'USD', '10.00'],
    ['between two others', 8_000n, 'EUR', 'JPY', '15731'],
    ['of one minor unit without a fraction', 1n, 'JPY', 'USD', '0.01'],
    ['to three digits', 1_000n, 'USD', 'KWD', '3.070'],
    ['from three digits', 3_070n, 'KWD', 'USD', '10.00'],
    ['to four digits', 1_000n, 'USD', 'CLF', '0.2410'],
    ['of a half to the even unit below', 2n, 'EUR', 'USD', '0.02'],
    ['of a half to the even unit above', 6n, 'EUR', 'USD', '0.08'],
    ['into its own currency', 6_540n, 'JPY', 'JPY', '6540'],
    ['of nothing', 0n, 'USD', 'EUR', '0.00'],
    ['beyond what a number can carry', 9_007_199_254_740_991n, 'USD', 'JPY', '14169225147633053'],
  ])('%s is exact to the minor unit', (_, amount, from, to, converted) =>
    expect(convertFromMinor(rates, { amount, from, to })).toBe(converted),
  );

  it('of a currency without a rate is undefined', () => {
    expect(convertFromMinor(rates, { amount: 1n, from: 'GBP', to: 'USD' })).toBeUndefined();
    expect(convertFromMinor(rates, { amount: 1n, from: 'USD', to: 'GBP' })).toBeUndefined();
  });

  it.each([
    [1n, 2n, 0n],
    [3n, 2n, 2n],
    [5n, 2n, 2n],
    [7n, 4n, 2n],
    [5n, 4n, 1n],
  ])('rounds %s/%s to %s', (dividend, divisor, rounded) => expect(roundedQuotient(dividend, divisor)).toBe(rounded));
});

it('the rates are shown with their inverse and their time', () =>
  expect(forexView(rates)).toEqual({
    data: {
      base_currency: 'USD',
      conversion: {
        EUR: { to_factor: '0.8', from_factor: '1.25' },
        JPY: { to_factor: '157.31', from_factor: '0.006356874960269531' },
        KWD: { to_factor: '0.307', from_factor: '3.257328990228013029' },
        CLF: { to_factor: '0.0241', from_factor: '41.493775933609958506' },
      },
    },
    timestamp: 1_767_607_200,
  }));

it.each([
  ['1.50', '1.5'],
  ['10', '10'],
  ['100.00', '100'],
  ['0.010', '0.01'],
])('the decimal %s is shown as %s', (given, shown) => expect(shortestText(readDecimal(given)!)).toBe(shown));

it.each<[string, unknown, string]>([
  ['no JSON', '{', 'must be rates as JSON'],
  ['a rate as a number', { EUR: 0.92 }, 'rates.EUR'],
  ['a rate of zero', { EUR: '0.00' }, 'above 0'],
  ['a negative rate', { EUR: '-1' }, 'above 0'],
  ['a power', { EUR: '1e3' }, 'above 0'],
  ['an unknown currency', { XXX: '1' }, 'rates'],
  ['a rate of the base currency', { USD: '1' }, 'the base currency has no rate'],
])('a file with %s is refused', (_, given, message) => {
  const sent = typeof given === 'string' ? given : JSON.stringify({ ...(JSON.parse(text) as object), rates: given });
  const parsed = forexRatesText.safeParse(sent);
  expect(parsed.success).toBe(false);
  expect(parsed.error?.issues[0]?.message).toContain(message);
});
