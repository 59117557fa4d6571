import fc from 'fast-check';
import { decimalOf, decimalText, minus, over, plus, roundedText, shifted, times, whole } from './exact';

const decimals = fc.record({ units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), scale: fc.nat({ max: 12 }) });
const value = (text: string) => decimalOf(text, 12)!;

it.each([
  ['0', '0'],
  ['2.9', '2.9'],
  ['2.900', '2.9'],
  ['100.00', '100'],
  ['0.0001', '0.0001'],
])('%s is printed as %s', (text, printed) => expect(decimalText(value(text))).toBe(printed));

it.each(['', '-1', '+1', '1e3', '.5', '5.', '1.23456', ' 1', '1,5', 'NaN', '1234567890123456'])(
  '%j is no number with four decimals at most',
  (text) => expect(decimalOf(text, 4)).toBeUndefined(),
);

it.each([
  ['1.005', 2, '1.01'],
  ['1.0049', 2, '1.00'],
  ['0.995', 2, '1.00'],
  ['2', 2, '2.00'],
  ['2.5', 0, '3'],
  ['0.004', 2, '0.00'],
])('%s with %i decimals is %s', (text, digits, rounded) => {
  expect(roundedText(value(text), digits)).toBe(rounded);
  const negative = roundedText(minus(whole(0n), value(text)), digits);
  expect(negative).toBe(/[1-9]/.test(rounded) ? `-${rounded}` : rounded);
});

it('a third is rounded where it is divided', () => {
  expect(decimalText(over(whole(100n), 3, 4))).toBe('33.3333');
  expect(decimalText(over(whole(200n), 3, 4))).toBe('66.6667');
  expect(decimalText(over(whole(-200n), 3, 4))).toBe('-66.6667');
});

it('a tenth summed a million times is one hundred thousand', () => {
  let sum = whole(0n);
  for (let at = 0; at < 1_000_000; at += 1) sum = plus(sum, value('0.1'));
  expect(decimalText(sum)).toBe('100000');
});

it('sums and products keep the laws of arithmetic', () => {
  fc.assert(
    fc.property(decimals, decimals, decimals, (a, b, c) => {
      const text = decimalText;
      expect(text(plus(a, b))).toBe(text(plus(b, a)));
      expect(text(minus(plus(a, b), b))).toBe(text(a));
      expect(text(times(a, plus(b, c)))).toBe(text(plus(times(a, b), times(a, c))));
      expect(text(shifted(a, 3))).toBe(text(times(a, value('0.001'))));
    }),
  );
});
