import { exponents, minorUnits, money, toMajorText, type Currency } from '@payorch/kernel';
import type { PageLocale } from './page-locale';

/** `65,40 €` in German for 6540 minor units of EUR: by integer arithmetic, with digits that every reader of the page knows. */
export function formatAmount(amount: number, currency: Currency, locale: PageLocale): string {
  const digits = exponents[currency];
  const [whole = '0', fraction = ''] = toMajorText(money(minorUnits(BigInt(amount)), currency)).split('.');
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    numberingSystem: 'latn',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format
    .formatToParts(BigInt(whole))
    .map(({ type, value }) => (type === 'fraction' ? fraction : value))
    .join('');
}

/** A time for customers, in UTC: the server does not know their zone. */
export const formatTime = (iso: string, locale: PageLocale): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  }).format(new Date(iso)) + ' UTC';
