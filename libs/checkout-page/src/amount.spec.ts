import { formatAmount, formatTime } from './amount';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f]/g, '');

it.each([
  [6540, 'USD', 'en', '$65.40'],
  [6540, 'EUR', 'de', '65,40 €'],
  [123456789, 'EUR', 'fr', '1 234 567,89 €'],
  [6540, 'JPY', 'ja', '¥6,540'],
  [6540, 'KWD', 'en', 'KWD 6.540'],
  [5, 'EUR', 'nl', '€ 0,05'],
  [9007199254740991, 'USD', 'en', '$90,071,992,547,409.91'],
] as const)('%d minor units of %s in %s', (amount, currency, locale, expected) =>
  expect(plain(formatAmount(amount, currency, locale)).replace('￥', '¥')).toBe(expected),
);

it('an amount in Arabic has the digits of the card form', () =>
  expect(plain(formatAmount(6540, 'EUR', 'ar'))).toMatch(/65[.,]40/));

it('a time names its zone', () =>
  expect(formatTime('2026-11-23T15:00:00Z', 'de')).toBe('23. November 2026 um 15:00 UTC'));
