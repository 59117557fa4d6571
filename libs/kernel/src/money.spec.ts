import fc from 'fast-check';
import { currencies, exponents } from './currencies';
import { InvariantError } from './invariant';
import { add, equals, fromMajorText, isMore, isZero, minorUnits, money, subtract, toMajorText, zero } from './money';
import { minorUnitsFromColumn, minorUnitsFromJson, minorUnitsToJson } from './money.codec';

const largest = BigInt(Number.MAX_SAFE_INTEGER);
const anAmount = fc.bigInt({ min: 0n, max: largest });
const aCurrency = fc.constantFrom(...currencies);

describe('money', () => {
  it.each([
    [6540n, 'USD', '65.40'],
    [5n, 'USD', '0.05'],
    [6540n, 'JPY', '6540'],
    [6540n, 'KWD', '6.540'],
    [6540n, 'CLF', '0.6540'],
    [0n, 'EUR', '0.00'],
  ] as const)('%d minor units of %s are %s', (amount, currency, text) => {
    expect(toMajorText(money(amount, currency))).toBe(text);
    expect(fromMajorText(text, currency)).toEqual(money(amount, currency));
  });

  it.each(['', '-1', '1.', '.5', '1e3', '1,00', 'NaN', '0.001', '99999999999999999'])('%p is not an amount', (text) => {
    expect(fromMajorText(text, 'USD')).toBeUndefined();
  });

  it('major text converts to an amount and back without loss', () => {
    fc.assert(
      fc.property(anAmount, aCurrency, (amount, currency) => {
        const there = fromMajorText(toMajorText(money(amount, currency)), currency);
        // The parser accepts at most 16 digits before the point; no real amount of any currency has more.
        if (amount / 10n ** BigInt(exponents[currency]) < 10n ** 16n) expect(there).toEqual(money(amount, currency));
      }),
    );
  });

  it('an amount is unchanged after adding and subtracting the same amount', () => {
    const half = fc.bigInt({ min: 0n, max: largest / 2n });
    fc.assert(
      fc.property(half, half, aCurrency, (a, b, currency) => {
        const [x, y] = [money(a, currency), money(b, currency)];
        expect(equals(subtract(add(x, y), y), x)).toBe(true);
        expect(isMore(add(x, y), x)).toBe(!isZero(y));
      }),
    );
  });

  it.each<[string, () => unknown]>([
    ['a negative amount', () => minorUnits(-1n)],
    ['more than JSON can carry', () => minorUnits(largest + 1n)],
    ['a difference below zero', () => subtract(zero('EUR'), money(1n, 'EUR'))],
    ['two currencies', () => add(money(1n, 'EUR') as never, money(1n, 'USD'))],
    ['a comparison of two currencies', () => isMore(money(1n, 'EUR'), money(1n, 'USD'))],
  ])('an amount is not %s', (_name, make) => {
    expect(make).toThrow(InvariantError);
  });

  it('an amount passes JSON and Postgres unchanged', () => {
    fc.assert(
      fc.property(anAmount, (amount) => {
        expect(minorUnitsFromJson(minorUnitsToJson(minorUnits(amount)))).toBe(amount);
        expect(minorUnitsFromColumn(amount.toString())).toBe(amount);
      }),
    );
  });
});
