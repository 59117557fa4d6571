import { exponents, type Currency } from '@payorch/kernel';
import type { PageLocale } from './page-locale';
import { amountText, majorText } from './script/amount-text';

/** `65,40 €` in German for 6540 minor units of EUR: as the page's script writes it. */
export const formatAmount = (amount: number, currency: Currency, locale: PageLocale): string =>
  amountText({ amount, currency, digits: exponents[currency] }, locale);

/** The total as the gateway reads it from a page: `EUR 65.40`. */
export const wireTotal = (amount: number, currency: Currency): string =>
  `${currency} ${majorText({ amount, currency, digits: exponents[currency] })}`;

/** A time for customers, in UTC: the server does not know their zone. */
export const formatTime = (iso: string, locale: PageLocale): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  }).format(new Date(iso)) + ' UTC';
