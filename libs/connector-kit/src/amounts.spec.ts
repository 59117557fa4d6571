import { money } from '@payorch/kernel';
import { amountFormats } from './amounts';

describe('amount formats', () => {
  it.each([
    ['minor_integer', 'USD', 6540, 6540n],
    ['minor_text', 'USD', '6540', 6540n],
    ['major_text', 'USD', '65.40', 6540n],
    ['major_text', 'JPY', '6540', 6540n],
    ['major_text', 'KWD', '6.540', 6540n],
    ['major_number', 'USD', 65.4, 6540n],
    ['major_number', 'USD', 0.29, 29n],
    ['major_number', 'JPY', 6540, 6540n],
    ['major_number', 'KWD', 6.54, 6540n],
    ['major_number', 'USD', 9999999999999.99, 999_999_999_999_999n],
  ] as const)('%s writes and reads back %s as %j', (format, currency, written, amount) => {
    const sum = money(amount, currency);
    expect(amountFormats[format].write(sum)).toBe(written);
    expect(amountFormats[format].read(written, currency)).toEqual(sum);
  });

  it.each([
    ['minor_integer', 65.4],
    ['minor_integer', -1],
    ['minor_integer', 2 ** 53],
    ['minor_integer', '6540'],
    ['minor_text', '65.40'],
    ['minor_text', '-1'],
    ['minor_text', 6540],
    ['major_text', '65.401'],
    ['major_text', '1e3'],
    ['major_text', 65.4],
    ['major_number', '65.4'],
    ['major_number', 65.401],
    ['major_number', 0.1 + 0.2],
    ['major_number', -1],
    ['major_number', 1e21],
    ['major_number', Number.NaN],
  ] as const)('%s reads no amount from %j', (format, value) => {
    expect(amountFormats[format].read(value, 'USD')).toBeUndefined();
  });

  it('an amount with more digits than a number holds is not written as another amount', () => {
    const sum = money(9_007_199_254_740_987n, 'USD');
    expect(() => amountFormats.major_number.write(sum)).toThrow('more digits');
  });
});
